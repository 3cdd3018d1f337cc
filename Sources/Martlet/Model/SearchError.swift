/// A failure outside this library: on disk, in a document, or in the order of calls.
///
/// Every error says what was expected, what was found, where, and, where there is one, the next
/// step. A search never throws because of what a person typed.
public struct SearchError: Error, Sendable, Hashable {
  /// The kind of a failure, to decide what to do next. New kinds may be added in any version.
  public struct Code: Sendable, Hashable {
    /// The stable name of the kind, as printed.
    public let name: String

    /// Bytes on disk are not what was written there.
    public static let corrupted = Code(name: "corrupted")
    /// The index was written by a newer version of this library.
    public static let formatTooNew = Code(name: "formatTooNew")
    /// The index on disk has other fields, or other analyzers, than the schema given.
    public static let schemaMismatch = Code(name: "schemaMismatch")
    /// Another writer has this index open.
    public static let writerBusy = Code(name: "writerBusy")
    /// A write was attempted on an index that was opened for reading.
    public static let readOnly = Code(name: "readOnly")
    /// A query, or a weight, names a field that the schema does not have.
    public static let unknownField = Code(name: "unknownField")
    /// A query compares a field with a value that it cannot have, such as a keyword with a number,
    /// or asks for words near each other that no field can have.
    public static let unsuitableValue = Code(name: "unsuitableValue")
    /// A search asks for what its fields cannot give, such as sorting by a text.
    public static let invalidRequest = Code(name: "invalidRequest")
    /// There is no index at the given location.
    public static let notFound = Code(name: "notFound")
    /// The operating system refused or failed a call.
    public static let io = Code(name: "io")
    /// The device, or the quota, is full.
    public static let diskFull = Code(name: "diskFull")
    /// The system protects the file at this moment, for example on a locked device.
    public static let dataProtected = Code(name: "dataProtected")
    /// A write or sync failed, so the state on disk is unknown. Reopen the index.
    public static let durabilityUnknown = Code(name: "durabilityUnknown")
    /// The document cannot be indexed as it is.
    public static let documentRejected = Code(name: "documentRejected")
    /// The document's stored form cannot be decoded as the requested type.
    public static let documentUnreadable = Code(name: "documentUnreadable")
    /// A line of a text of rules, such as synonyms, is not a rule.
    public static let rulesUnreadable = Code(name: "rulesUnreadable")
    /// The index was closed.
    public static let closed = Code(name: "closed")
    /// The index is suspended.
    public static let suspended = Code(name: "suspended")
    /// The index was closed or suspended while it was compacted. Cancelled tasks get a
    /// `CancellationError`.
    public static let cancelled = Code(name: "cancelled")
    /// A limit of the format or of this library would be exceeded.
    public static let limitExceeded = Code(name: "limitExceeded")
  }

  /// The contents of an error.
  private final class Report: Sendable {
    let code: Code
    let finding: String
    let advice: String?
    let file: String?
    let offset: Int?

    init(_ code: Code, _ finding: String, advice: String?, file: String?, offset: Int?) {
      self.code = code
      self.finding = finding
      self.advice = advice
      self.file = file
      self.offset = offset
    }
  }

  /// The contents by reference: nearly every call of this library can throw, and passes an error on
  /// in a register instead of copying all of it.
  private let report: Report

  /// The kind of failure.
  public var code: Code { report.code }
  /// A sentence that says what was expected and what was found, and what a program can do next.
  public var message: String {
    report.advice.map { "\(report.finding); \($0)" } ?? report.finding
  }
  /// The message without the calls that a program can make next, for tools that have other ways.
  package var finding: String { report.finding }

  /// The way out; nil if there is none to tell, or if the message has it.
  package var advice: String? { report.advice }
  /// The name of the file, without its folder.
  public var file: String? { report.file }
  /// The offset of the failure in the file, in bytes.
  public var offset: Int? { report.offset }

  /// Creates an error; `message` is a sentence for a person.
  @inline(never)
  public init(_ code: Code, _ message: String, file: String? = nil, offset: Int? = nil) {
    report = Report(code, message, advice: nil, file: file, offset: offset)
  }

  /// Creates an error whose message ends with the calls that a program can make next.
  @inline(never)
  init(_ code: Code, _ finding: String, advice: String, file: String? = nil, offset: Int? = nil) {
    report = Report(code, finding, advice: advice, file: file, offset: offset)
  }

  /// Creates an error for bytes that are not what was written.
  @inline(never)
  static func corrupted(_ message: String, file: String? = nil, offset: Int? = nil) -> SearchError {
    SearchError(.corrupted, message, file: file, offset: offset)
  }

  /// Creates an error for bytes that are not what was written, with the calls that a program can
  /// make next.
  @inline(never)
  static func corrupted(
    _ finding: String, advice: String, file: String? = nil, offset: Int? = nil
  ) -> SearchError {
    SearchError(.corrupted, finding, advice: advice, file: file, offset: offset)
  }
}

extension SearchError {
  /// Returns true if both errors have the same code, message, file and offset.
  public static func == (left: SearchError, right: SearchError) -> Bool {
    left.code == right.code && left.message == right.message && left.file == right.file
      && left.offset == right.offset
  }

  /// Hashes the code, the message, the file and the offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
    hasher.combine(file)
    hasher.combine(offset)
  }
}

extension SearchError: CustomStringConvertible {
  /// The code, the message and the location, on one line.
  public var description: String {
    var text = "\(code.name): \(message)"
    if let file {
      text += " (\(file)"
      if let offset { text += ", byte \(offset)" }
      text += ")"
    }
    return text
  }
}
