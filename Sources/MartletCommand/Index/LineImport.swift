import Martlet
import MartletToolSupport

/// Reads JSON lines into an index.
struct LineImport {
  private let path: String
  private var choice: FieldChoice
  private var lines: LineReader
  private var line: [UInt8] = []
  /// The first documents, read before the index is made.
  private var head: [(record: Record, line: Int)] = []
  /// The fields of the schema that no document had so far.
  private var unseen: Set<String> = []

  /// How many documents are looked at before the index is made: fewer when they are large.
  private static let headCount = 1_000
  private static let headBytes = 16 << 20

  init(path: String, choice: FieldChoice) throws {
    self.path = path
    self.choice = choice
    lines = try LineReader(path: path)
  }

  /// Reads everything into the index in a folder.
  ///
  /// - Throws: ``ToolFailure`` when a line is no document, or when a field of the command line is in
  ///   none of them.
  consuming func run(into folder: String) throws {
    let continues = choice.isEmpty && Surroundings.hasIndex(folder)
    let isWhole = try readHead(choosing: choice.isEmpty && !continues)
    if isWhole { try complainAboutUnseen("nothing was indexed") }
    var loader = try RecordLoader(
      folder: folder, schema: continues ? nil : choice.schema, totalBytes: lines.totalBytes)
    do {
      try fill(&loader)
    } catch {
      throw loader.abandon(because: error)
    }
    try complainAboutUnseen("the documents were indexed without it")
  }

  private mutating func fill(_ loader: inout RecordLoader) throws {
    for (record, number) in head {
      try loader.add(record, place: place(number), bytesRead: 0)
    }
    for name in unseen.sorted() {
      StandardError.print(
        "no field \"\(name)\" in the first \(Figures.count(head.count)) documents")
    }
    while let record = try next() {
      let number = lines.lineNumber
      try loader.add(record, place: place(number), bytesRead: lines.byteCount)
    }
    try loader.finish(bytesRead: lines.byteCount)
  }

  /// Reads the first documents; true when they are all.
  private mutating func readHead(choosing: Bool) throws -> Bool {
    unseen = Set(choice.names)
    var isWhole = false
    while !isWhole, head.count < Self.headCount, lines.byteCount < Self.headBytes {
      if let record = try next() {
        head.append((record, lines.lineNumber))
      } else {
        isWhole = true
      }
    }
    guard !head.isEmpty else { throw ToolFailure("\(path) has no documents") }
    if choosing { try choose() }
    return isWhole
  }

  private mutating func choose() throws {
    choice.takeStrings(of: head.map(\.record))
    guard !choice.isEmpty else {
      throw ToolFailure(
        "the first documents have no strings but \"\(choice.key)\"; say what to search with --text")
    }
    let shown = choice.names.prefix(20).joined(separator: ", ")
    let rest = choice.names.count - 20
    print(
      "No --text is given: searching \(shown)\(rest > 0 ? " and \(Figures.count(rest)) more" : ""), "
        + "the strings of the first \(Figures.count(head.count, "document")).")
  }

  /// The next document; empty lines are skipped.
  private mutating func next() throws -> Record? {
    while try lines.next(into: &line) {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      do {
        let record = try Record(json: line, keyField: choice.key)
        for name in unseen where record[name] != nil { unseen.remove(name) }
        return record
      } catch {
        throw ToolFailure("\(place(lines.lineNumber)): \(error.message)")
      }
    }
    return nil
  }

  private func complainAboutUnseen(_ consequence: String) throws(ToolFailure) {
    guard let name = unseen.sorted().first else { return }
    let known = head.first.map { Array($0.record.fields.keys).sorted() } ?? []
    throw ToolFailure(
      "no document has a field \"\(name)\"" + Spelling.suggestion(name, among: known)
        + "; \(consequence)")
  }

  private func place(_ line: Int) -> String {
    "\(lines.name), line \(line)"
  }
}
