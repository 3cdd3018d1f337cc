@testable import Martlet

/// Parses any text in both syntaxes, prints what it means, and parses that again, without an index.
enum ParserFuzzing {
  static let seeds: [[UInt8]] =
    QueryFuzzing.seeds
    + [
      "a NEAR/3 \"b c\"~2 BEFORE ^d", "{a \"b c\" d*}~1 OR NOT e", "\"fresh *berry\" text:{a b}",
      "size:1..2 size:>=-3 size:[1 TO 3} size:(1 | 2)", "category:a..b OR -category:\"c d\"^0.5",
      "\\\"a\\:b \\* “c” «d»…e (((f) 東京* *都", "+a -b !c & d | e text:\"f g", "* text:* NOT",
    ].map { Array($0.utf8) }

  static func violation(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // One way to combine words for each input, so that there are three times as many inputs.
    let combine = [WordCombination.all, .any, .allThenAny][bytes.count % 3]
    return typed(text, combine) ?? strict(text, combine)
  }

  private static func typed(_ text: String, _ combine: WordCombination) -> String? {
    let options = UserQueryOptions(combine: combine)
    let query = Query.user(text, options: options)
    let found = query.interpreted(with: FuzzSample.schema)
    for diagnostic in found.diagnostics where !isRange(diagnostic.range, of: text) {
      return "\(diagnostic.range) of a text of \(text.utf8.count) bytes: \(diagnostic.message)"
    }
    let misspelt = query.interpreted(with: FuzzSample.schema, allowsMisspeltWords: true)
    guard misspelt.relaxations.count == found.relaxations.count else {
      return "misspelt words change how many words may be left out"
    }
    let fewer = found.relaxations.isEmpty ? [] : [found.relaxations[0].query]
    for reading in [found.query, misspelt.query] + fewer {
      if let violation = resolved(reading) { return violation }
    }
    return printed(found.interpreted, reading: found.query, combine)
  }

  private static func strict(_ text: String, _ combine: WordCombination) -> String? {
    do throws(QueryError) {
      let query = try Query(parsing: text, fields: fields, combine: combine)
      return resolved(query) ?? printed(query.description, reading: query, combine)
    } catch {
      return isRange(error.range, of: text)
        ? nil : "\(error.range) of a text of \(text.utf8.count) bytes: \(error)"
    }
  }

  private static let fields = FuzzSample.schema.definitions.map { FieldRef($0.name) }

  private static func isRange(_ range: Range<Int>, of text: String) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= text.utf8.count
  }

  /// Checks that what is printed means the same, if it is not longer than what may be parsed.
  private static func printed(
    _ text: String, reading query: Query, _ combine: WordCombination
  ) -> String? {
    guard let again = try? Query(parsing: text, fields: fields, combine: combine), again != query
    else { return nil }
    return "\(text) is printed for \(query), and parsed as \(again)"
  }

  private static func resolved(_ query: Query) -> String? {
    do throws(SearchError) {
      _ = try QueryResolver(FuzzSample.schema).resolve(query)
      return nil
    } catch {
      return [.limitExceeded, .unsuitableValue, .unknownField].contains(error.code)
        ? nil : "\(query) cannot be resolved: \(error)"
    }
  }
}
