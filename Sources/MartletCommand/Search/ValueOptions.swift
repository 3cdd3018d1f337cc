import Foundation
import Martlet
import MartletToolSupport

/// The options of `search` about values: filter, order, rank, groups and facets.
enum ValueOptions {
  static let syntax: [CommandSyntax.Option] = [
    .init("--filter", value: "QUERY", "only documents that match; in the strict syntax"),
    .init("--sort", value: "A,-B", "by fields, - for descending; also relevance, key"),
    .init("--rank", value: "FORMULA", "scores by a formula (see below)"),
    .init(
      "--rules", value: "A,B", "by rules: words, typos, proximity, field, exactness"),
    .init("--after", value: "CURSOR", "the page after the one that ended with this cursor"),
    .init("--collapse", value: "FIELD", "only the first document for each value of a field"),
    .init("--facet", value: "A,B:N", "counts by values of fields, N first (default: 10)"),
  ]

  /// Returns true if the options select or arrange documents, so that a query is not needed.
  static func areGiven(_ arguments: CommandArguments) -> Bool {
    ["--filter", "--sort", "--rank", "--after", "--collapse", "--facet"].contains {
      arguments.value($0) != nil
    }
  }

  /// Sets what the options ask for.
  ///
  /// - Returns: The time of the rank; nil if that has none, or has it in its text.
  @discardableResult
  static func apply(
    _ arguments: CommandArguments, to request: inout SearchRequest, _ index: SearchIndex<Record>
  ) throws -> Date? {
    let schema = try index.recordSchema()
    let end = try arguments.value("--after").map(pageEnd)
    if end != nil, arguments.has("--offset") {
      throw UsageError("--after names the page; leave out --offset")
    }
    request.after = end?.cursor
    // In whole seconds, as it is printed.
    let now = end?.time ?? Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    var time: Date?
    if let text = arguments.value("--filter") { request.filter = try filter(text, index) }
    let field = { (name: String) in Self.field(name, schema) }
    if let text = arguments.value("--sort") {
      let fields = schema?.fields.map(\.name) ?? []
      request.sort = try names(text, of: "--sort").map { sortKey($0, fields, field) }
    }
    if let text = arguments.value("--rank") {
      let rank = try RankParser.parse(text, now: now, field: field)
      request.rank = rank
      let isTimed = try rank != RankParser.parse(text, now: now + 1, field: field)
      time = isTimed ? now : nil
    }
    if let text = arguments.value("--rules") {
      request.rules = try names(text, of: "--rules").map(rule)
    }
    if let name = arguments.value("--collapse") { request.collapse = Collapse(by: field(name)) }
    if let text = arguments.value("--facet") {
      request.facets = try names(text, of: "--facet").map { (text) throws(UsageError) in
        try facet(text, field)
      }
    }
    return time
  }

  private static func pageEnd(_ text: String) throws(UsageError) -> PageEnd {
    guard let end = PageEnd(text) else {
      throw UsageError("--after needs the cursor that ended a page, found \"\(text)\"")
    }
    return end
  }

  /// Returns the field that a person means by `name`, as in a query: the one of this name, or the
  /// only one that differs from it in nothing but case.
  private static func field(_ name: String, _ schema: RecordSchema?) -> FieldRef {
    let names = schema?.fields.map(\.name) ?? []
    let similar = names.filter { $0.lowercased() == name.lowercased() }
    return FieldRef(names.contains(name) || similar.count != 1 ? name : similar[0])
  }

  /// Returns the names in a list with commas.
  static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Returns the names in the value of an option.
  ///
  /// - Throws: An error if there are none.
  private static func names(_ list: String, of option: String) throws(UsageError) -> [String] {
    let names = names(list)
    if names.isEmpty { throw UsageError("\(option) needs names, found \"\(list)\"") }
    return names
  }

  /// Returns the query of a text in the strict syntax.
  ///
  /// - Throws: An error with the text and a mark under the mistake.
  private static func filter(_ text: String, _ index: SearchIndex<Record>) throws -> Query {
    do throws(QueryError) {
      return try index.query(parsing: text)
    } catch {
      let before = String(decoding: text.utf8.prefix(error.range.lowerBound), as: UTF8.self)
      let mark = String(repeating: " ", count: before.terminalWidth) + "^"
      let isSentence = error.message.hasSuffix(".") && error.suggestion != nil
      let message = isSentence ? String(error.message.dropLast()) : error.message
      let hint = error.suggestion.map { "; \($0)" } ?? ""
      throw UsageError("--filter: \(message)\(hint)\n  \(text)\n  \(mark)")
    }
  }

  private static func rule(_ name: String) throws(UsageError) -> RankRule {
    guard let rule = RankRule(rawValue: name) else {
      let names = RankRule.allCases.map(\.rawValue)
      throw UsageError(
        "--rules needs some of \(names.joined(separator: ",")), not \"\(name)\""
          + Spelling.suggestion(name, among: names))
    }
    return rule
  }

  /// Returns the criterion that a person means: a field of the index called `relevance` or `key`
  /// comes before what all documents have.
  private static func sortKey(
    _ text: String, _ fields: [String], _ field: (String) -> FieldRef
  ) -> SortKey {
    let isDescending = text.hasPrefix("-")
    let name = isDescending ? String(text.dropFirst()) : text
    switch name {
    case _ where fields.contains(name): break
    case "relevance": return isDescending ? SortKey.relevance.reversed : .relevance
    case "key": return isDescending ? SortKey.key.reversed : .key
    default: break
    }
    return isDescending ? .descending(field(name)) : .ascending(field(name))
  }

  private static func facet(
    _ text: String, _ field: (String) -> FieldRef
  ) throws(UsageError) -> FacetRequest {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard let name = parts.first else { throw UsageError("--facet needs the names of fields") }
    guard parts.count == 2 else { return .values(field(name)) }
    guard let limit = Int(parts[1]), limit >= 0 else {
      throw UsageError("--facet \(name): expected a number of values, found \"\(parts[1])\"")
    }
    return .values(field(name), limit: limit)
  }
}
