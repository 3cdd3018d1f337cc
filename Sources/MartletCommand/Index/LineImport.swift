import Foundation
import Martlet
import MartletToolSupport

/// A record and its location in the input.
private struct PlacedRecord: Sendable {
  var record: Record
  /// The input, for error messages.
  var name: String
  /// The number of the line, counted from 1.
  var line: Int
  /// The number of bytes of all inputs up to the end of the line.
  var end: Int

  var place: String { "\(name), line \(line)" }
}

/// The records of some lines.
private struct RecordPart: Sendable {
  var records: [PlacedRecord] = []
  /// The error in the line after them.
  var failure: ToolFailure?
}

/// Reads JSON lines into an index.
struct LineImport {
  private var choice: FieldChoice
  private let existing: ExistingIndex?
  private var lines: InputLines
  private let inputs: String
  /// The first documents, read before the index is made.
  private var head: [PlacedRecord] = []
  /// The new fields of the schema that no document had so far.
  private var unseen: Set<String> = []
  /// The fields of the first document, for error messages.
  private var known: [String] = []

  /// The number of documents that are read before the index is created; fewer if they are large.
  private static let headCount = 1_000
  private static let headBytes = 16 << 20

  /// Opens the inputs.
  ///
  /// - Parameter existing: The index to continue with, which the choice does not contradict.
  init(paths: [String], choice: FieldChoice, existing: ExistingIndex?) throws {
    self.choice = choice
    self.existing = existing
    inputs = paths.map { $0 == "-" ? "the standard input" : $0 }.joined(separator: ", ")
    lines = try InputLines(paths: paths)
  }

  /// Reads all documents into the index in a folder.
  ///
  /// - Throws: ``ToolFailure`` if a line is not a document, or if no document has one of the fields
  ///   that the command line names; the errors of writing the index. Each says what was indexed.
  consuming func run(into target: IndexTarget) throws {
    let continues = choice.isEmpty && existing != nil
    let isWhole: Bool
    do {
      isWhole = try readHead(choosing: choice.isEmpty && !continues)
    } catch let failure as ToolFailure {
      throw ToolFailure("\(failure.message); nothing was indexed", status: failure.status)
    }
    if isWhole { try complainAboutUnseen("nothing was indexed") }
    let schema =
      continues ? nil : existing.map { choice.schema(continuing: $0.schema) } ?? choice.schema
    var loader = try RecordLoader(
      target, schema: schema, origin: .lines(key: choice.key), totalBytes: lines.totalBytes)
    do {
      try fill(&loader)
    } catch {
      throw loader.abandon(because: error)
    }
    try complainAboutUnseen("the documents were indexed without it")
  }

  private mutating func fill(_ loader: inout RecordLoader) throws {
    if let note = noteOnStrangers { loader.note(note) }
    for placed in head { try loader.add(placed.record, place: placed.place, bytesRead: placed.end) }
    let headCount = head.count
    head = []
    for name in unseen.sorted() {
      loader.note("no field \"\(name)\" in the first \(Figures.count(headCount)) documents")
    }
    var work = OrderedWork<InputLines.Part, RecordPart> { [key = choice.key] part in
      Self.records(of: part, key: key)
    }
    while let part = try work.next(reading: { try lines.nextPart() }) {
      for placed in part.records {
        note(placed.record)
        try loader.add(placed.record, place: placed.place, bytesRead: placed.end)
      }
      if let failure = part.failure { throw failure }
    }
    for line in try loader.finish(bytesRead: lines.byteCount) { StandardOutput.print(line) }
  }

  /// Reads the first documents. Returns true if these are all.
  private mutating func readHead(choosing: Bool) throws -> Bool {
    // A field that the index has is no slip of the pen.
    unseen = Set(choice.names).subtracting(existing?.schema.fields.map(\.name) ?? [])
    var isWhole = false
    while !isWhole, head.count < Self.headCount, lines.byteCount < Self.headBytes {
      guard let part = try lines.nextPart(upTo: 1) else {
        isWhole = true
        break
      }
      let found = Self.records(of: part, key: choice.key)
      found.records.forEach { note($0.record) }
      head += found.records
      if let failure = found.failure { throw failure }
    }
    guard !head.isEmpty else { throw ToolFailure("\(inputs) has no documents") }
    known = head[0].record.fields.keys.sorted()
    if choosing { try choose() }
    return isWhole
  }

  private mutating func choose() throws {
    choice.takeStrings(of: head.map(\.record))
    guard !choice.isEmpty else {
      throw ToolFailure(
        "the first documents have no text members except \"\(choice.key)\"; name the fields to "
          + "search with --text")
    }
    StandardOutput.print(
      "No --text is given: searching \(Self.list(choice.names)), the strings of the first "
        + "\(Figures.count(head.count, "document")).")
  }

  /// Returns the names in a line: the first twenty, and the number of the others.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map(\.onOneLine).joined(separator: ", ")
    let rest = names.count - 20
    return rest > 0 ? "\(shown) and \(Figures.count(rest)) more" : shown
  }

  /// A note if no document of the head has a field of the index that takes them; nil otherwise.
  private var noteOnStrangers: String? {
    guard choice.isEmpty, let existing else { return nil }
    let names = existing.schema.fields.map(\.name)
    let areStrangers = head.allSatisfy { placed in
      names.allSatisfy { placed.record[$0] == nil }
    }
    guard areStrangers else { return nil }
    return "none of the first \(Figures.count(head.count)) documents has a field of "
      + "\(existing.folder.onOneLine), which searches \(Self.list(names)); they have \(Self.list(known))"
  }

  /// Returns the records of `lines`, up to the first line that is not a document.
  private static func records(of lines: InputLines.Part, key: String) -> RecordPart {
    var part = RecordPart()
    for line in lines.lines {
      do throws(SearchError) {
        let record = try Record(json: line.bytes, keyField: key)
        part.records.append(
          PlacedRecord(record: record, name: lines.name, line: line.number, end: line.end))
      } catch {
        part.failure = ToolFailure("\(lines.name), line \(line.number): \(error.message)")
        break
      }
    }
    return part
  }

  /// Records the fields that the record has.
  private mutating func note(_ record: Record) {
    for name in unseen where record[name] != nil { unseen.remove(name) }
  }

  private func complainAboutUnseen(_ consequence: String) throws(ToolFailure) {
    guard let name = unseen.sorted().first else { return }
    throw ToolFailure(
      "no document has a field \"\(name)\"" + Spelling.suggestion(name, among: known)
        + "; \(consequence)")
  }
}
