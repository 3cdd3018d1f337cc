import Foundation

@testable import Martlet

/// The answers by going through an array.
extension RequestModel {
  /// A value of a document, comparable with the others of its field.
  private struct Value: Comparable, Hashable {
    /// The rank of a keyword, or the number.
    var number: Double
    var text: String

    static func < (left: Value, right: Value) -> Bool {
      left.number != right.number
        ? left.number < right.number : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }

  /// The answer to `test`. Scores are those of a search without anything else.
  func answer(_ test: Test, _ index: SearchIndex<Exhibit>) throws -> Answer {
    let request = test.request
    let scores = try scores(test, index)
    var found = exhibits.values.filter { exhibit in
      test.query.holds(exhibit) && test.filters.allSatisfy { $0.condition.holds(exhibit) }
    }
    var answer = Answer(count: found.count)
    if request.sort.isEmpty || request.sort.contains(where: \.isRelevance) {
      answer.scores = scores.scores
    }
    answer.facets = request.facets.map { facet($0, test) }
    let isPlain = request.sort.isEmpty && request.collapse == nil
    let order = request.sort.isEmpty ? [SortKey.relevance] : request.sort
    if isPlain || (request.sort == [.relevance] && request.collapse == nil) {
      // Documents of equal scores keep the order of the index.
      let ids = Set(found.map(\.id))
      answer.hits = page(scores.order.filter(ids.contains), request)
      return answer
    }
    if order == [.relevance] {
      // Documents of equal scores keep the order of the index, as without groups.
      let known = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
      found = scores.order.compactMap { known[$0] }
    } else {
      found.sort { precedes($0, $1, order, scores.scores) }
    }
    guard let collapse = request.collapse else {
      answer.hits = page(found.map(\.id), request)
      return answer
    }
    let groups = groups(found, collapse)
    answer.groupCount = groups.count
    answer.groups = page(groups, request)
    answer.hits = answer.groups.compactMap(\.hits.first)
    return answer
  }

  private func page<Element>(_ all: [Element], _ request: SearchRequest) -> [Element] {
    Array(all.dropFirst(request.offset).prefix(request.limit))
  }

  private func scores(
    _ test: Test, _ index: SearchIndex<Exhibit>
  ) throws -> (order: [Int], scores: [Int: Double]) {
    let results = try index.searchSync(
      SearchRequest(test.query.query) {
        $0.limit = 100_000
        $0.typos = test.query.typos
        $0.proximity = test.request.proximity
      })
    var scores = Dictionary(uniqueKeysWithValues: results.hits.map { ($0.id, $0.score) })
    guard let rank = test.rank else { return (results.hits.map(\.id), scores) }
    for (id, exhibit) in exhibits {
      if let score = scores[id] { scores[id] = Self.score(rank(exhibit, score)) }
    }
    // Documents of equal scores are in the order in which a sort by a constant leaves them.
    let order = try index.searchSync(SearchRequest(.everything) { $0.limit = 100_000 })
    let numbers = Dictionary(
      uniqueKeysWithValues: order.hits.enumerated().map { ($0.element.id, $0.offset) })
    let sorted = scores.keys.sorted { left, right in
      let (one, other) = (scores[left] ?? 0, scores[right] ?? 0)
      return one != other ? one > other : numbers[left] ?? 0 < numbers[right] ?? 0
    }
    return (sorted, scores)
  }

  private func precedes(
    _ left: Exhibit, _ right: Exhibit, _ order: [SortKey], _ scores: [Int: Double]
  ) -> Bool {
    for key in order {
      let order = compare(left, right, "\(key)", scores)
      if order != 0 { return order < 0 }
    }
    return left.id < right.id
  }

  /// Compares by one value, described as `-year` or `relevance`.
  private func compare(
    _ left: Exhibit, _ right: Exhibit, _ key: String, _ scores: [Int: Double]
  ) -> Int {
    func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
      left < right ? -1 : left > right ? 1 : 0
    }
    switch key {
    case "relevance": return order(scores[right.id] ?? 0, scores[left.id] ?? 0)
    case "relevance reversed": return order(scores[left.id] ?? 0, scores[right.id] ?? 0)
    case "key": return order(left.id, right.id)
    case "-key": return order(right.id, left.id)
    default: break
    }
    let isReversed = key.hasPrefix("-")
    let name = isReversed ? String(key.dropFirst()) : key
    // As the requests of this model have it.
    let missingIsFirst = ["-artist", "year", "-sold"].contains(key)
    let one = values(left, name)
    let other = values(right, name)
    guard let first = isReversed ? one.max() : one.min() else {
      return other.isEmpty ? 0 : missingIsFirst ? -1 : 1
    }
    guard let second = isReversed ? other.max() : other.min() else {
      return missingIsFirst ? 1 : -1
    }
    return isReversed ? order(second, first) : order(first, second)
  }

  private func values(_ exhibit: Exhibit, _ field: String) -> [Value] {
    switch field {
    case "artist":
      exhibit.artist.map { artist in
        [Value(number: Double(Self.artists.firstIndex(of: artist) ?? 0), text: artist)]
      } ?? []
    case "tag": Set(exhibit.tags).map { Value(number: 0, text: $0) }
    case "year": Set(exhibit.years).map { Value(number: Double($0), text: "\($0)") }
    case "price":
      exhibit.price.map { price in
        [Value(number: price, text: Int(exactly: price).map { "\($0)" } ?? "\(price)")]
      } ?? []
    default:
      exhibit.sold.map { [Value(number: $0.timeIntervalSince1970, text: Self.text($0))] } ?? []
    }
  }

  /// The date in ISO 8601, without a time at midnight.
  private static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    let text = date.formatted(.iso8601)
    let fraction = seconds - seconds.rounded(.down)
    if fraction == 0, text.hasSuffix("T00:00:00Z") { return String(text.prefix(10)) }
    return fraction == 0 ? text : text.dropLast() + "\(fraction)".dropFirst() + "Z"
  }

  private func groups(_ sorted: [Exhibit], _ collapse: Collapse) -> [Group] {
    var groups: [Group] = []
    var numbers: [Value: Int] = [:]
    for exhibit in sorted {
      let value = values(exhibit, collapse.field.name).min {
        collapse.field == "artist"
          ? $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) : $0 < $1
      }
      if let value, let number = numbers[value] {
        groups[number].count += 1
        if groups[number].hits.count < collapse.limit { groups[number].hits.append(exhibit.id) }
        continue
      }
      if let value { numbers[value] = groups.count }
      groups.append(Group(value: value?.text, count: 1, hits: [exhibit.id]))
    }
    return groups
  }

  private func facet(_ request: FacetRequest, _ test: Test) -> Facet {
    let found = exhibits.values.filter { exhibit in
      test.query.holds(exhibit)
        && test.filters.allSatisfy {
          $0.condition.holds(exhibit) || request.ignoresOwnFilter && $0.field == request.field
        }
    }
    let all = found.map { values($0, request.field.name) }
    var facet = (values: [Facet.Value](), valueCount: 0)
    switch request.kind {
    case .values(let limit, let order):
      let counted = counts(all.flatMap { $0 }, byCount: order == .count)
      let isKeyword = ["artist", "tag"].contains(request.field.name)
      facet.values = counted.prefix(limit).map {
        Facet.Value(text: $0.text, number: isKeyword ? nil : $0.number, count: $1)
      }
      facet.valueCount = counted.count
    case .ranges:
      facet.values = [-20..<0, -5..<5, 0..<1, 5..<5, 10..<30].map { (range: Range<Int>) in
        Facet.Value(
          text: "\(range)", number: Double(range.lowerBound),
          count: all.count { $0.contains { range.contains(Int($0.number)) } })
      }
      facet.valueCount = 5
    case .dates(let period):
      let count = [.year: 4, .month: 7, .day: 10][period] ?? 0
      let texts = all.flatMap { $0 }.map { String($0.text.prefix(count)) }
      for text in Set(texts).sorted() {
        let start = Self.date(text + "0000-01-01".dropFirst(count))
        facet.values.append(
          Facet.Value(text: text, number: start, count: texts.count { $0 == text }))
      }
      facet.valueCount = facet.values.count
    }
    return Facet(
      field: request.field, values: facet.values, valueCount: facet.valueCount,
      missingCount: all.count { $0.isEmpty })
  }

  private static func date(_ day: String) -> Double? {
    try? Date(day + "T00:00:00Z", strategy: .iso8601).timeIntervalSince1970
  }

  private func counts(_ values: [Value], byCount: Bool) -> [(Value, Int)] {
    let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.sorted {
      byCount && $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key
    }.map { ($0.key, $0.value) }
  }
}
