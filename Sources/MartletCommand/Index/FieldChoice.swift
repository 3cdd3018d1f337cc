import Martlet
import MartletToolSupport

/// The members of the documents that are searched, as given on the command line.
struct FieldChoice: Equatable {
  /// A text field with its weight and the kind of its text.
  struct TextField: Equatable {
    var name: String
    var weight: Double
    var source = "plain"
  }

  /// The member that is the key of a document.
  var key: String
  var texts: [TextField]
  var keywords: [String]
  var numbers: [String]
  var dates: [String]
  /// The name of the analyzer for texts, as in a schema.
  var analyzer: String

  init(
    key: String,
    texts: [TextField] = [],
    keywords: [String] = [],
    numbers: [String] = [],
    dates: [String] = [],
    analyzer: String = "standard"
  ) {
    self.key = key
    self.texts = texts
    self.keywords = keywords
    self.numbers = numbers
    self.dates = dates
    self.analyzer = analyzer
  }

  /// Reads `--key`, `--text`, `--html`, `--markdown`, `--keyword`, `--number`, `--date` and
  /// `--language`.
  ///
  /// - Throws: `UsageError` if a value is not valid, or a field is given twice.
  init(_ arguments: CommandArguments) throws(UsageError) {
    key = arguments.value("--key") ?? "id"
    texts = []
    for (option, source) in [("--text", "plain"), ("--html", "html"), ("--markdown", "markdown")] {
      for word in arguments.values(option) {
        texts.append(try Self.textField(word, of: option, source: source))
      }
    }
    keywords = arguments.values("--keyword")
    numbers = arguments.values("--number")
    dates = arguments.values("--date")
    analyzer = try Self.analyzer(language: arguments.value("--language"))
    if arguments.has("--language"), texts.isEmpty, !names.isEmpty {
      throw UsageError("--language is that of texts, and no field is a text: add --text FIELD")
    }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw UsageError("the field \(name) is given twice")
    }
  }

  /// Returns the field for `title` or `title:3`.
  private static func textField(
    _ word: String, of option: String, source: String
  ) throws(UsageError) -> TextField {
    guard let colon = word.lastIndex(of: ":") else {
      return TextField(name: word, weight: 1, source: source)
    }
    let (name, number) = (word[..<colon], word[word.index(after: colon)...])
    guard let weight = Double(number), (0...1_000_000).contains(weight), !name.isEmpty else {
      throw UsageError(
        "\(option) needs FIELD or FIELD:WEIGHT with a weight from 0 to 1000000, not \"\(word)\"")
    }
    return TextField(name: String(name), weight: weight, source: source)
  }

  /// Returns the name of the analyzer for `--language`.
  static func analyzer(language: String?) throws(UsageError) -> String {
    guard let language else { return "standard" }
    let name = language == "automatic" ? language : "language:\(language)"
    guard Analyzer.named(name) != nil else {
      throw UsageError(
        "--language needs a code such as de, or several such as de+en, not \"\(language)\"; known "
          + "are \(Analyzer.namedLanguages.joined(separator: ", ")), and automatic")
    }
    return name
  }

  /// True if the command line names no fields to search.
  var isEmpty: Bool { names.isEmpty }

  /// The names of all fields, in the order of the schema.
  var names: [String] { texts.map(\.name) + keywords + numbers + dates }

  /// The schema of an index of such documents.
  var schema: RecordSchema {
    let texts = self.texts.map {
      RecordSchema.Field.text(
        $0.name, source: $0.source, analyzer: analyzer, weight: $0.weight)
    }
    return RecordSchema(
      fields: texts + keywords.map { .keyword($0) } + numbers.map { .number($0) }
        + dates.map { .date($0) })
  }

  /// Returns the schema for an index that is there: what the command line does not say stays as it
  /// is, such as the analyzer of a field, and whether it is stored.
  func schema(continuing existing: RecordSchema) -> RecordSchema {
    let chosen = schema.fields.map { field in
      guard var known = existing.fields.first(where: { $0.name == field.name }),
        known.kind == field.kind
      else { return field }
      (known.weight, known.source) = (field.weight, field.source)
      return known
    }
    return RecordSchema(version: existing.version, fields: chosen)
  }

  /// Adds all members that have text in the first documents, except the key, in the order in which
  /// they appear.
  mutating func takeStrings(of documents: [Record]) {
    var seen = Set(names + [key])
    for document in documents {
      let found = document.fields.filter { !seen.contains($0.key) && $0.value.isText }
      guard !found.isEmpty else { continue }
      for name in MemberNames.names(in: document.json) where found[name] != nil {
        if seen.insert(name).inserted { texts.append(TextField(name: name, weight: 1)) }
      }
    }
  }
}

extension Record.Value {
  /// True for a string, and for an array of strings that is not empty.
  fileprivate var isText: Bool {
    switch self {
    case .string: true
    case .array(let items): !items.isEmpty && items.allSatisfy { $0.string != nil }
    default: false
    }
  }
}
