import Foundation
import Martlet
import MartletTestSupport
import Testing

/// Values of date fields as numbers and as texts.
@Suite("Dates as numbers and texts")
struct FacetTextTests {
  private struct Event: SearchDocument {
    var id: Int
    var at: Double

    var searchKey: Int { id }

    static let searchSchema = Schema<Event>(fields: [
      .text("title") { "event \($0.id)" }, .date("at") { Date(timeIntervalSince1970: $0.at) },
    ])
  }

  private static func index(_ times: [Double]) throws -> SearchIndex<Event> {
    let index = SearchIndex<Event>.inMemory()
    try index.writeSync { batch in
      for (id, at) in times.enumerated() { try batch.put(Event(id: id, at: at)) }
    }
    return index
  }

  @Test("a number is seconds since 1970, and a text of four digits a year", arguments: 0..<10)
  func numbers(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let times = (0..<200).map { _ in Double(random.int(in: -12_000..<12_000)) } + [1_577_836_800]
    let index = try Self.index(times)
    let snapshot = index.snapshot()
    for _ in 0..<20 {
      let bounds = [0, 1].map { _ in random.int(in: -12_000..<12_000) }.sorted()
      let range = bounds[0]..<bounds[1]
      let count = times.count { range.contains(Int($0)) }
      #expect(try snapshot.countSync(.range("at", range)) == count, "seed \(seed): \(range)")
      let one = Int(times[random.int(in: 0..<200)])
      let same = times.count { Int($0) == one }
      #expect(try snapshot.countSync(.is("at", one)) == same, "seed \(seed): \(one)")
      #expect(try snapshot.countSync(.anyOf("at", [one, 99_999])) == same, "seed \(seed): \(one)")
      let date = Date(timeIntervalSince1970: Double(one))
      #expect(try snapshot.countSync(.is("at", date)) == same, "seed \(seed): \(date)")
      let facet = try index.searchSync(
        SearchRequest(.everything) { $0.facets = [.ranges("at", [range])] }
      ).facets[0]
      #expect(facet.values.map(\.count) == [count], "seed \(seed): \(range)")
    }
    #expect(try snapshot.countSync(.is("at", "2020")) == 1)
    #expect(try snapshot.countSync(.range("at", "2020"..."2020")) == 1)
    #expect(try snapshot.countSync(.user("at:2020")) == 1)
  }

  @Test("the number of a range of dates is its lower bound")
  func bounds() throws {
    let index = try Self.index([1_767_225_600, 1_767_225_601.5])
    func number(_ facet: FacetRequest) throws -> Double? {
      let request = SearchRequest(.everything) { $0.facets = [facet] }
      return try index.searchSync(request).facets[0].values[0].number
    }
    for start in [1_767_225_600, 1_767_225_600.25] {
      let date = Date(timeIntervalSince1970: start)
      #expect(try number(.ranges("at", [date..<date.addingTimeInterval(2)])) == start)
      #expect(try number(.ranges("at", [start..<(start + 2)])) == start)
    }
    #expect(try number(.ranges("at", [1990..<2_000_000_000])) == 1990)
    #expect(try number(.ranges("at", ["2026"..<"2027"])) == 1_767_225_600)
    #expect(try number(.ranges("at", ["2026-01-01T00:00:01Z"..<"2027"])) == 1_767_225_601)
  }

  private struct Diary: SearchDocument {
    var id: Int
    var days: [Int]

    var searchKey: Int { id }
    var dates: [Date] { days.map { Date(timeIntervalSince1970: Double($0) * 86_400) } }

    static let searchSchema = Schema<Diary>(fields: [
      .text("title") { $0.id % 100 == 7 ? "rare diary" : "diary" }, .dates("day", \.dates),
    ])
  }

  @Test("the dates of a document count once for each period, of few documents and of many")
  func severalDates() throws {
    var random = SeededRandom(seed: TestSeed.value)
    let diaries = (0..<400).map { id in
      Diary(id: id, days: (0..<5).map { _ in random.int(in: 0..<300) })
    }
    let index = SearchIndex<Diary>.inMemory()
    try index.writeSync { try $0.put(contentsOf: diaries) }
    for word in ["rare", "diary"] {
      var expected: [String: Int] = [:]
      for diary in diaries where word == "diary" || diary.id % 100 == 7 {
        let months = Set(diary.dates.map { String($0.formatted(.iso8601).prefix(7)) })
        for month in months { expected[month, default: 0] += 1 }
      }
      let request = SearchRequest(.word(word)) { $0.facets = [.dates("day", by: .month)] }
      let facet = try index.searchSync(request).facets[0]
      #expect(
        facet.values.map { "\($0.text) \($0.count)" }
          == expected.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" },
        "\(word), seed \(TestSeed.value)")
    }
  }

  @Test("a period of a facet is a filter that finds its documents", arguments: 0..<20)
  func periods(round: Int) throws {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    let times = (0..<100).map { _ -> Double in
      let day = 86_400.0
      let year = random.oneIn(2) ? random.int(in: -12_000..<22_000) : random.int(in: -2..<3)
      let odd = random.oneIn(10) ? Double(random.int(in: -1_900_000..<1_900_000)) : Double(year)
      return ((odd - 1970) * 365.2425).rounded() * day + Double(random.int(in: 0..<86_400))
    }
    let index = try Self.index(times)
    let request = SearchRequest(.everything) {
      $0.facets = [.dates("at", by: .year), .dates("at", by: .month), .dates("at", by: .day)]
    }
    for facet in try index.searchSync(request).facets {
      #expect(facet.values.reduce(0) { $0 + $1.count } == times.count)
      for value in facet.values {
        let count = try index.snapshot().countSync(.is("at", value.text))
        #expect(count == value.count, "seed \(seed): \(value.text)")
      }
    }
  }
}
