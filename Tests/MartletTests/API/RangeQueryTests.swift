import Foundation
import Martlet
import MartletTestSupport
import Testing

/// A picture with values of every kind.
private struct Picture: SearchDocument {
  var id: Int
  var artist: String
  var years: [Int]
  var price: Double?
  var sold: Date?

  var searchKey: Int { id }

  static let searchSchema = Schema<Picture>(fields: [
    .text("title", { "picture \($0.id)" }),
    .keyword("artist", \.artist),
    .numbers("year", \.years),
    .number("price", \.price),
    .date("sold", \.sold),
  ])
}

/// Ranges of values against a filter over the documents.
@Suite("Ranges of values")
struct RangeQueryTests {
  private static let artists = ["Anna", "Bob", "anna", "bob", "Émile", "zoe"]

  private static func pictures(_ random: inout SeededRandom) -> [Picture] {
    (0..<300).map { number in
      Picture(
        id: number, artist: artists[random.int(in: 0..<artists.count)],
        years: (0..<random.int(in: 0..<3)).map { _ in random.int(in: -50..<50) },
        price: random.oneIn(4) ? nil : Double(random.int(in: -20..<20)) / 4,
        sold: random.oneIn(3)
          ? nil : Date(timeIntervalSince1970: Double(random.int(in: -9..<9)) * 86_400.5))
    }
  }

  private static func check(
    _ index: SearchIndex<Picture>, _ query: Query, _ pictures: [Picture], _ seed: UInt64,
    _ isFound: (Picture) -> Bool
  ) throws {
    let expected = pictures.filter(isFound).map(\.id)
    let results = try index.searchSync(
      SearchRequest(query) {
        $0.limit = 1_000
        $0.counting = .exact
      })
    #expect(results.hits.map(\.id).sorted() == expected, "seed \(seed): \(query)")
    #expect(results.total == .exactly(expected.count), "seed \(seed): \(query)")
    #expect(results.hits.allSatisfy { $0.score == 0 }, "seed \(seed): \(query)")
  }

  @Test("find the documents with a value between the bounds", arguments: 0..<20)
  func values(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let pictures = Self.pictures(&random)
    let index = SearchIndex<Picture>.inMemory()
    for part in [pictures[..<100], pictures[100..<101], pictures[101...]] {
      try index.writeSync { try $0.put(contentsOf: part) }
    }
    let years = [random.int(in: -60..<60), random.int(in: -60..<60)].sorted()
    let (low, high) = (years[0], years[1])
    let price = Double(random.int(in: -24..<24)) / 4
    let day = Date(timeIntervalSince1970: Double(random.int(in: -9..<9)) * 86_400.5)
    let name = Self.artists[random.int(in: 0..<Self.artists.count)]
    try Self.check(index, .range("year", low...high), pictures, seed) {
      $0.years.contains { (low...high).contains($0) }
    }
    try Self.check(index, .range("year", low..<high), pictures, seed) {
      $0.years.contains { (low..<high).contains($0) }
    }
    try Self.check(index, .range("price", price...), pictures, seed) {
      $0.price.map { $0 >= price } ?? false
    }
    try Self.check(index, .range("price", ..<price), pictures, seed) {
      $0.price.map { $0 < price } ?? false
    }
    try Self.check(index, .range("sold", ...day), pictures, seed) {
      $0.sold.map { $0 <= day } ?? false
    }
    try Self.check(index, .range("artist", name...), pictures, seed) {
      !$0.artist.utf8.lexicographicallyPrecedes(name.utf8)
    }
    try Self.check(index, .range("artist", ...name), pictures, seed) {
      !name.utf8.lexicographicallyPrecedes($0.artist.utf8)
    }
    try Self.check(index, !.range("year", low...high), pictures, seed) {
      !$0.years.contains { (low...high).contains($0) }
    }
  }

  @Test("a value of each kind finds the documents that have it")
  func single() throws {
    let index = SearchIndex<Picture>.inMemory()
    let day = Date(timeIntervalSince1970: 1_600_000_000.25)
    // Four digits alone would be a year.
    let early = Date(timeIntervalSince1970: 2_020)
    let pictures = [
      Picture(id: 1, artist: "Anna", years: [1840], price: 0.25, sold: day),
      Picture(id: 2, artist: "Bob", years: [1841], price: 2, sold: early),
    ]
    try index.writeSync { try $0.put(contentsOf: pictures) }
    let (count, price, artist): (UInt32, Float, String) = (1_840, 0.25, "Anna")
    let first: [Query] = [
      .is("sold", day), .is("year", 1_840), .is("year", 1_840.0), .is("year", count),
      .is("price", price), .is("artist", artist), .is("artist", "Anna"), !.is("sold", early),
    ]
    for query in first { try Self.check(index, query, pictures, 0) { $0.id == 1 } }
    try Self.check(index, .is("sold", early), pictures, 0) { $0.id == 2 }
    try Self.check(index, .anyOf("sold", [day, early]), pictures, 0) { _ in true }
    let near = day.addingTimeInterval(0.001)
    try Self.check(index, .is("sold", near), pictures, 0) { _ in false }
  }

  @Test("of many values find the documents with any of them", arguments: [1, 7, 8, 60])
  func anyOf(count: Int) throws {
    var random = SeededRandom(seed: TestSeed.value)
    let pictures = Self.pictures(&random)
    let index = SearchIndex<Picture>.inMemory()
    try index.writeSync { try $0.put(contentsOf: pictures) }
    let years = (0..<count).map { _ in random.int(in: -50..<50) }
    try Self.check(index, .anyOf("year", years), pictures, TestSeed.value) {
      $0.years.contains(where: years.contains)
    }
    try Self.check(index, !.anyOf("year", years), pictures, TestSeed.value) {
      !$0.years.contains(where: years.contains)
    }
    let both = Query.anyOf("year", years) && .anyOf("artist", ["Anna", "anna", "nobody"])
    try Self.check(index, both, pictures, TestSeed.value) {
      $0.years.contains(where: years.contains) && ["Anna", "anna"].contains($0.artist)
    }
    let none = [Int]()
    try Self.check(index, .anyOf("year", none), pictures, TestSeed.value) { _ in false }
  }

  @Test("score where they are preferred, each value once")
  func preferred() throws {
    let index = SearchIndex<Picture>.inMemory()
    try index.writeSync { batch in
      try batch.put(Picture(id: 1, artist: "a", years: [1, 2], price: nil, sold: nil))
      try batch.put(Picture(id: 2, artist: "b", years: [9], price: nil, sold: nil))
    }
    let query = Query.everything.preferring(.range("year", 1...2).boosted(by: 3))
    let scores = try index.searchSync(SearchRequest(query)).hits.map(\.score)
    #expect(scores == [3, 0])
  }

  @Test("a field that the schema lacks is an error, and NaN is in no range")
  func edges() throws {
    let index = SearchIndex<Picture>.inMemory()
    try index.writeSync { batch in
      try batch.put(Picture(id: 1, artist: "a", years: [], price: .nan, sold: nil))
      try batch.put(Picture(id: 2, artist: "a", years: [], price: .infinity, sold: nil))
    }
    #expect(throws: SearchError.self) {
      try index.searchSync(SearchRequest(.range("yaer", 1...2)))
    }
    let all = try index.searchSync(SearchRequest(.range("price", 0.0...)))
    #expect(all.hits.map(\.id) == [2])
    let finite = try index.searchSync(SearchRequest(.range("price", ..<Double.infinity)))
    #expect(finite.hits.isEmpty)
  }

  @Test("a date of a text is found by the same date, whatever its last bits")
  func textDates() throws {
    let index = try SearchIndex<Record>.inMemory(schema: RecordSchema(fields: [.date("at")]))
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let texts = (0..<400).map { number in
      Date(timeIntervalSince1970: Double(number) * 4_400_000.371 - 5_000_000).formatted(style)
    }
    try index.writeSync { batch in
      for text in texts { try batch.put(Record(key: text, fields: ["at": .string(text)])) }
    }
    for text in texts {
      let date = try style.parse(text)
      #expect(try index.searchSync(SearchRequest(.is("at", date))).hits.map(\.id) == [text])
      #expect(try index.searchSync(SearchRequest(.range("at", date...date))).hits.count == 1)
      let before = try index.searchSync(SearchRequest(.range("at", ..<date)) { $0.limit = 400 })
      let behind = try index.searchSync(
        SearchRequest(.not(.range("at", ...date))) { $0.limit = 400 })
      #expect(before.hits.count + behind.hits.count == 399, "\(text)")
      #expect(!(before.hits + behind.hits).contains { $0.id == text })
    }
  }
}
