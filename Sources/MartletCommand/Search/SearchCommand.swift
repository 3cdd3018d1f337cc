import Foundation
import Martlet
import MartletToolSupport

/// `search`: finds documents in an index.
enum SearchCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "search",
      summary: "Finds documents in an index.",
      operands: [
        .index,
        .init(
          "QUERY", "what to find; quote signs that the shell knows", isRequired: false,
          repeats: true),
      ],
      options: [
        .init("--limit", short: "-n", value: "N", "the most documents to show (default: 10)"),
        .init("--offset", value: "N", "the number of best documents to skip"),
        .init("--fields", short: "-f", value: "A,B", "the fields to show (default: all searched)"),
        .init(
          "--snippet", value: "FIELD", "the best passage of a field, in a line of its own"),
        .init("--fuzzy", "finds misspelt words, too, after the right ones"),
        .init("--proximity", "words that stand near each other add to the score"),
      ] + ValueOptions.syntax + [
        .init("--json", "prints one JSON object"),
        .init("--explain", "prints the numbers that each score is made of"),
        .init("--trace", "prints the time of each phase, and what was read"),
        .init(
          "--synonyms", value: "FILE", kind: .file, "words that find others too: tv, television"),
        .init("--salvage", "goes on without the parts of the index that are damaged"),
      ],
      discussion: """
        Queries:
          words           documents with all of them; the last may be unfinished
          '"two words"'   next to each other
          'begin*'        words that begin so; '*end', '*in*' and 'w?rd', too
          'wrod~'         words that are misspelt a little
          'a NEAR/3 b'    with at most three words between them; BEFORE in this order
          '"a b"~2'       near each other; '^a' at the beginning; '{a b}' as one word
          field:word      in one field
          a OR b, -- -a   either; not
          'a^2 b'         a counts twice; with '^=2' it adds 2, whatever the document
          '(a OR b) c'    brackets
          'year:5..9'     a range; 'year:>=5', too

        A line of --synonyms is "tv, television", whose words find each other, or
        "dog => poodle", whose left side finds the right side too. With this option,
        the last word is taken as finished.

        With --fuzzy, a word of five letters or more finds words that one edit makes of
        it, and one of nine or more those of two, the first letter counting twice.

        On a terminal, words of the query are emphasised, unless NO_COLOR is set, and a
        document that is longer than its line has its best passage in a second one.

        A FORMULA is made of numbers, relevance, field(views), log1p(views),
        recency(edited, DAYS), + * and brackets:
          --rank 'relevance * (1 + log1p(views)) * recency(edited, 30)'
        recency is 1 now and halves every so many DAYS, for a date field; a number
        field has seconds since 1970, so that years are never recent. Documents
        without a value have 0, or N with field(views, missing: N).

        With a filter, an order, a rank, groups or facets, all documents are found
        without a QUERY. A Boolean field is a keyword: --filter open:=true.

        The exit status is 0 if something was found, 1 if not, and 2 after an error.
        """)
  ) { arguments in
    var request = try request(arguments)
    let index = try OpenIndex.reading(
      arguments.required("DIR"), onCorruption: arguments.has("--salvage") ? .salvage : .fail)
    let schema = try index.recordSchema()
    let known = schema?.fields.map(\.name) ?? []
    let time = try ValueOptions.apply(arguments, to: &request, index)
    if isAll(arguments) { request.query = .everything }
    let fields = try chosenFields(arguments, known: known)
    if let path = arguments.value("--synonyms") { try index.setSynonyms(synonyms(path)) }
    let (seconds, results) = try Stopwatch.time { try index.searchSync(request) }
    if !isAll(arguments) { noteBlank(query(arguments)) }
    try noteMissing(fields ?? [], known: known, results)
    var report = SearchReport(
      results: results, offset: request.offset, seconds: seconds,
      isGrouped: request.collapse != nil,
      showsNext: !request.sort.isEmpty,
      isScored: request.sort.isEmpty
        || request.sort.contains { [.relevance, .relevance.reversed].contains($0) },
      textFields: schema?.fields.filter { $0.kind == .text }.map(\.name) ?? [],
      repeatsKey: fields != nil, snippetField: try snippetField(arguments, schema),
      emphasis: Terminal.emphasis(of: STDOUT_FILENO))
    if results.hits.isEmpty || results.matched != .all, !isAll(arguments) {
      report.suggestion = try index.suggestionSync(for: query(arguments))
    }
    if !isAll(arguments) { report.words = try results.words() }
    report.time = time
    if arguments.has("--explain") {
      report.explanations = try explanations(index, request, results)
    }
    if arguments.has("--json") {
      let query = query(arguments)
      StandardOutput.printJSON(try report.json(query: query, fields: fields))
    } else {
      let width = Terminal.width(of: STDOUT_FILENO)
      let shown = fields ?? IndexOrigin.shownFields(index, schema)
      StandardOutput.printEscaped(try report.text(fields: shown, width: width))
    }
    return report.isEmpty ? .negative : .success
  }

  /// Returns the field of `--snippet`, which must be one that is searched for words.
  static func snippetField(
    _ arguments: CommandArguments, _ schema: RecordSchema?
  ) throws(UsageError) -> String? {
    guard let name = arguments.value("--snippet") else { return nil }
    let names = schema?.fields.filter { [.text, .keyword].contains($0.kind) }.map(\.name) ?? []
    guard names.contains(name) else {
      throw UsageError(
        "--snippet: the index has no field \"\(name)\" of texts or keywords"
          + Spelling.suggestion(name, among: names))
    }
    return name
  }

  /// Returns the words of the query as one text, as if they had been quoted together.
  private static func query(_ arguments: CommandArguments) -> String {
    arguments.operands("QUERY").joined(separator: " ")
  }

  /// Returns true if all documents are asked for: without a query, or with `*`, if an option
  /// selects or arranges them.
  private static func isAll(_ arguments: CommandArguments) -> Bool {
    let query = query(arguments)
    return (query == "*" || query.allSatisfy(\.isWhitespace)) && ValueOptions.areGiven(arguments)
  }

  /// Returns the explanation of each hit.
  private static func explanations(
    _ index: SearchIndex<Record>, _ request: SearchRequest, _ results: SearchResults<Record>
  ) throws(SearchError) -> [ScoreExplanation] {
    var explanations: [ScoreExplanation] = []
    for hit in results.hits {
      if let explanation = try index.explainSync(hit.id, request) {
        explanations.append(explanation)
      }
    }
    return explanations
  }

  /// Reads a file of synonyms.
  private static func synonyms(_ path: String) throws(ToolFailure) -> Synonyms {
    let text = try TextFile.read(path)
    do throws(SearchError) {
      return try Synonyms(rules: text)
    } catch {
      throw ToolFailure("\(path): \(error.message)")
    }
  }

  private static func request(_ arguments: CommandArguments) throws(UsageError) -> SearchRequest {
    let limit = try arguments.integer("--limit", default: 10, in: 0...100_000)
    let offset = try arguments.integer("--offset", default: 0, in: 0...1_000_000)
    // A list of synonyms is about whole words.
    let options = UserQueryOptions(lastWordIsUnfinished: !arguments.has("--synonyms"))
    return SearchRequest(.user(query(arguments), options: options)) { request in
      request.limit = limit
      request.offset = offset
      request.typos = arguments.has("--fuzzy") ? .auto : .none
      request.proximity = arguments.has("--proximity") ? .standard : .none
      request.isTraced = arguments.has("--trace")
      request.counting = .exact
    }
  }

  /// Says that a query is empty. About one that has no words, its diagnostics say so.
  private static func noteBlank(_ query: String) {
    guard query.allSatisfy(\.isWhitespace) else { return }
    StandardError.print("the query is empty and finds nothing; mart export prints all documents")
  }

  /// Says which fields no hit has, because their names may be misspelt. If there are no hits, these
  /// are the names of no field that is searched.
  private static func noteMissing(
    _ fields: [String], known: [String], _ results: SearchResults<Record>
  ) throws(SearchError) {
    var missing = fields.filter { !known.contains($0) }
    for hit in results.hits where !missing.isEmpty {
      let document = try hit.document()
      missing.removeAll { document[$0] != nil }
    }
    let start = results.hits.isEmpty ? "the index searches no field" : "no hit has a field"
    for name in missing {
      StandardError.print(
        "\(start) \"\(name.onOneLine)\"" + Spelling.suggestion(name, among: known))
    }
  }

  /// Returns the fields of `--fields`, which may also be members that are not searched; nil if it
  /// was not given.
  static func chosenFields(
    _ arguments: CommandArguments, known: [String]
  ) throws(UsageError) -> [String]? {
    guard let list = arguments.value("--fields") else { return nil }
    let names = ValueOptions.names(list)
    guard !names.isEmpty else {
      throw UsageError("--fields needs names, such as \(known.prefix(3).joined(separator: ","))")
    }
    return names
  }
}
