@testable import Martlet

/// Parses any text as a person's query and as one in the strict syntax, and searches for it.
enum QueryFuzzing {
  static let seeds: [[UInt8]] = [
    "all together0", "text:a2 OR -plain:often", "\"all again\" a",
    "(a2 b)~1 AND NOT (category:=rare)",
    "w* all** +a3^2.5", "size:=3", "\"all tog\"*", "a AND (b OR (c AND d))",
    "e-mail don't C++ 10:30", "*gain a?l t*r~ category:*re togehter~2^3 -alway~1",
  ].map { Array($0.utf8) }

  private static let segments = SegmentSet(
    [FuzzSample.segment].compactMap { $0 }, fieldCount: FuzzSample.schema.fields.count)

  private static func answer(_ request: SearchRequest) throws(SearchError) -> SearchAnswer {
    var runner = SearchRunner(
      request, over: segments, schema: FuzzSample.schema, ranking: BM25())
    return try runner.run()
  }

  static func violation(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    for combine in [WordCombination.all, .any, .allThenAny] {
      if let violation = typed(text, combine) ?? strict(text, combine) { return violation }
    }
    return nil
  }

  /// Checks that a text that a person types never fails.
  private static func typed(_ text: String, _ combine: WordCombination) -> String? {
    let query = Query.user(text, options: UserQueryOptions(combine: combine))
    do throws(SearchError) {
      let answer = try answer(SearchRequest(query) { $0.counting = .exact })
      _ = answer.query.interpreted
      return nil
    } catch {
      return "a person's text throws \(error)"
    }
  }

  private static func strict(_ text: String, _ combine: WordCombination) -> String? {
    let fields = FuzzSample.schema.definitions.map { FieldRef($0.name) }
    guard let query = try? Query(parsing: text, fields: fields, combine: combine) else {
      return nil
    }
    // What is printed may be longer than what may be parsed.
    if let again = try? Query(parsing: query.description, fields: fields, combine: combine),
      again != query
    {
      return "\(query) is parsed as \(again)"
    }
    do throws(SearchError) {
      _ = try answer(SearchRequest(query))
      return nil
    } catch {
      // The parser does not know which fields have numbers.
      return [.limitExceeded, .unsuitableValue].contains(error.code)
        ? nil : "a strict query throws \(error)"
    }
  }
}
