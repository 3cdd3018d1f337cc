import Foundation
import Martlet
import MartletTestSupport

/// A document with values of every kind, of which some are missing and some are several.
struct Exhibit: SearchDocument {
  var id: Int
  var title: String
  var artist: String?
  var tags: [String]
  var years: [Int]
  var price: Double?
  var sold: Date?

  var searchKey: Int { id }

  static let searchSchema = Schema<Exhibit>(fields: [
    .text("title", \.title),
    .keyword("artist", \.artist),
    .keywords("tag", \.tags),
    .numbers("year", \.years),
    .number("price", \.price),
    .date("sold", \.sold),
  ])
}

/// Random documents and requests, and the answers by going through an array.
struct RequestModel {
  struct Group: Equatable {
    var value: String?
    var count: Int
    var hits: [Int]
  }

  /// The answer to a request.
  struct Answer {
    var hits: [Int] = []
    var count = 0
    var groups: [Group] = []
    var groupCount = 0
    var facets: [Facet] = []
    /// The scores of all matching documents, if the request asks for scores.
    var scores: [Int: Double] = [:]
  }

  /// A condition as a query and as a closure.
  struct Condition {
    var query: Query
    /// The misspelt words that the query finds.
    var typos = Typos.none
    var holds: (Exhibit) -> Bool
  }

  /// A request with the conditions that it is made of.
  struct Test: CustomStringConvertible {
    var request: SearchRequest
    var query: Condition
    /// The parts of the filter, each with its field.
    var filters: [(field: FieldRef, condition: Condition)]
    /// The score, given the relevance of a document; nil for the relevance.
    var rank: ((Exhibit, Double) -> Double)?

    var description: String {
      "\(request), rank: \(request.rank.map { "\($0)" } ?? ""), sort: \(request.sort)"
    }
  }

  /// Keywords in the order in which they are sorted.
  static let artists = ["Anna", "anna", "Bob", "bob", "emil", "Émile", "Zoë", "zoe"]
  private static let words = ["storm", "sea", "boat", "night", "harbour"]

  var random: SeededRandom
  private(set) var exhibits: [Int: Exhibit] = [:]

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// A document with this key.
  mutating func exhibit(_ key: Int) -> Exhibit {
    Exhibit(
      id: key,
      title: (0..<random.int(in: 1..<6)).map { _ in Self.words[random.int(in: 0..<5)] }
        .joined(separator: " "),
      artist: random.oneIn(5) ? nil : artist(),
      tags: (0..<random.int(in: 0..<3)).map { _ in "tag \(random.int(in: 0..<30))" },
      years: (0..<random.int(in: 0..<3)).map { _ in random.int(in: -20..<20) },
      price: random.oneIn(4) ? nil : Double(random.int(in: -8..<8)) / 4,
      sold: random.oneIn(3)
        ? nil : Date(timeIntervalSince1970: Double(random.int(in: -900..<900)) * 86_400.5))
  }

  mutating func word() -> String { Self.words[random.int(in: 0..<Self.words.count)] }

  private mutating func artist() -> String {
    Self.artists[random.int(in: 0..<Self.artists.count)]
  }

  /// Writes documents in several batches, replaces some and deletes some.
  mutating func fill(_ index: SearchIndex<Exhibit>) throws {
    for _ in 0..<random.int(in: 1..<5) {
      let written = (0..<random.int(in: 1..<120)).map { _ in random.int(in: 0..<900) }
        .map { key in exhibit(key) }
      let deleted = (0..<random.int(in: 0..<20)).map { _ in random.int(in: 0..<900) }
      try index.writeSync { batch in
        for exhibit in written { try batch.put(exhibit) }
        for key in deleted { batch.delete(key) }
      }
      for exhibit in written { exhibits[exhibit.id] = exhibit }
      for key in deleted { exhibits[key] = nil }
    }
  }

  /// A request of any kind.
  mutating func request() -> Test {
    let query = query()
    let filters = (0..<random.int(in: 0..<3)).map { _ in filter() }
    var request = SearchRequest(query.query) { $0.typos = query.typos }
    if !filters.isEmpty { request.filter = .all(filters.map(\.condition.query)) }
    request.sort = sort(withRelevance: true)
    request.limit = random.oneIn(4) ? random.int(in: 0..<600) : random.int(in: 0..<30)
    request.offset = random.oneIn(3) ? random.int(in: 0..<20) : 0
    request.counting = .exact
    if random.oneIn(2) {
      let field: FieldRef = ["artist", "tag", "year", "price", "sold"][random.int(in: 0..<5)]
      request.collapse = Collapse(by: field, limit: random.int(in: 1..<4))
    }
    request.facets = (0..<random.int(in: 0..<3)).map { _ in facet() }
    if random.oneIn(3) { request.proximity = Proximity(inOrder: 0.5, near: 0.3, window: 3) }
    var test = Test(request: request, query: query, filters: filters)
    if query.typos == .none,
      request.sort.isEmpty || request.sort.contains(where: { $0.isRelevance }), random.oneIn(2)
    {
      let rank = rank(depth: 2)
      (test.request.rank, test.rank) = (rank.rank, rank.score)
    }
    return test
  }

  private mutating func query() -> Condition {
    let (one, other) = (Self.words[random.int(in: 0..<5)], Self.words[random.int(in: 0..<5)])
    func has(_ exhibit: Exhibit, _ word: String) -> Bool {
      exhibit.title.split(separator: " ").contains { $0 == word }
    }
    switch random.int(in: 0..<14) {
    case 0: return Condition(query: .everything) { _ in true }
    case 6, 7: return misspelt()
    case 8..<14: return clause()
    case 1: return Condition(query: .word(one)) { has($0, one) }
    case 2: return Condition(query: .word(one) && .word(other)) { has($0, one) && has($0, other) }
    case 3: return Condition(query: .word(one) || .word(other)) { has($0, one) || has($0, other) }
    case 4:
      return Condition(query: .phrase("\(one) \(other)")) {
        " \($0.title) ".contains(" \(one) \(other) ")
      }
    default:
      return Condition(query: .word(one) && !.word(other)) {
        has($0, one) && !has($0, other)
      }
    }
  }

  /// A text with words that may be misspelt, each of which has to be there.
  private mutating func misspelt() -> Condition {
    let typed = ["strom", "storm", "nihgt", "night", "harbor", "harbuor", "sea", "saet", "boats"]
    let words = (0..<random.int(in: 1..<3)).map { _ in typed[random.int(in: 0..<typed.count)] }
    let options = UserQueryOptions(combine: .all, lastWordIsUnfinished: false)
    return Condition(query: .user(words.joined(separator: " "), options: options), typos: .auto) {
      exhibit in
      words.allSatisfy { word in
        exhibit.title.split(separator: " ").contains {
          PlainMatcher.isMeant(by: word, String($0))
        }
      }
    }
  }

  private mutating func filter() -> (field: FieldRef, condition: Condition) {
    let low = random.int(in: -20..<20)
    let high = low + random.int(in: 0..<20)
    let name = artist()
    switch random.int(in: 0..<11) {
    case 0:
      return ("artist", Condition(query: .is("artist", name)) { $0.artist == name })
    case 6..<11: return otherFilter()
    case 1:
      return ("artist", Condition(query: !.is("artist", name)) { $0.artist != name })
    case 2:
      return (
        "year",
        Condition(query: .range("year", low...high)) { $0.years.contains { low...high ~= $0 } }
      )
    case 4:
      // About two fields, so no facet leaves it out.
      return (
        "both",
        Condition(query: .is("artist", name) || .range("year", low...high)) {
          $0.artist == name || $0.years.contains { low...high ~= $0 }
        }
      )
    case 3:
      return (
        "artist",
        Condition(query: .is("artist", name) || .is("artist", "Bob")) {
          $0.artist == name || $0.artist == "Bob"
        }
      )
    default:
      let price = Double(low) / 8
      return (
        "price",
        Condition(query: .range("price", price...)) { $0.price.map { $0 >= price } ?? false }
      )
    }
  }

  /// An order by some values.
  mutating func sort(withRelevance: Bool) -> [SortKey] {
    var keys: [SortKey] = [
      .ascending("artist"), .descending("artist", missing: .first), .ascending("tag"),
      .descending("tag"), .ascending("year", missing: .first), .descending("year"),
      .ascending("price"), .descending("price"), .ascending("sold"),
      .descending("sold", missing: .first), .key, SortKey.key.reversed,
    ]
    if withRelevance { keys += [.relevance, SortKey.relevance.reversed] }
    return (0..<random.int(in: 0..<4)).map { _ in keys[random.int(in: 0..<keys.count)] }
  }

  private mutating func facet() -> FacetRequest {
    let field: FieldRef = ["artist", "tag", "year", "price", "sold"][random.int(in: 0..<5)]
    var facet: FacetRequest =
      switch random.int(in: 0..<5) {
      case 0: .ranges("year", [-20..<0, -5..<5, 0..<1, 5..<5, 10..<30])
      case 1: .dates("sold", by: [.year, .month, .day][random.int(in: 0..<3)])
      case 2: .values(field, limit: random.int(in: 0..<12), order: .value)
      default: .values(field, limit: random.int(in: 0..<12))
      }
    facet.ignoresOwnFilter = random.oneIn(3)
    return facet
  }
}
