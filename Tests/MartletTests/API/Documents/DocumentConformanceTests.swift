import Foundation
import Testing

@testable import Martlet

private struct Animal: SearchDocument, Identifiable {
  enum Class: String, Codable { case bird, fish }

  var id: Int
  var name: String
  var year: Int?
  var weights: [Float] = []
  var seen: [Date] = []

  static let searchSchema = Schema<Animal>(fields: [
    .text("name", \.name), .number("year", \.year), .numbers("weight", \.weights),
    .dates("seen", \.seen), .number("length", { UInt8($0.name.count) }),
  ])
}

/// A key that is an enumeration.
private enum Planet: String, SearchKey { case earth, mars }

/// A key of an application's own, by its raw value.
private struct Ticket: SearchKey, RawRepresentable { var rawValue: UInt64 }

private struct World: SearchDocument {
  var planet: Planet
  var text: String
  var searchKey: Planet { planet }
  static let searchSchema = Schema<World>(fields: [.text("text", \.text)])
}

@Suite("What a type needs to be a document")
struct DocumentConformanceTests {
  @Test("an identifiable type has its id as key")
  func identifiable() throws {
    let index = SearchIndex<Animal>.inMemory()
    try index.writeSync { try $0.put(Animal(id: 7, name: "swift")) }
    #expect(try index.document(forKey: 7)?.name == "swift")
    #expect(try index.searchSync("swift").hits.map(\.id) == [7])
  }

  @Test("raw values make keys")
  func rawValues() throws {
    let index = SearchIndex<World>.inMemory()
    try index.writeSync { try $0.put(World(planet: .mars, text: "red")) }
    #expect(try index.searchSync("red").hits.map(\.id) == [.mars])
    #expect(try index.document(forKey: .earth) == nil)
    #expect(Planet(keyBytes: Array("mars".utf8)) == .mars && Planet(keyBytes: [1]) == nil)
    #expect(Ticket(keyBytes: Ticket(rawValue: 5).keyBytes)?.rawValue == 5)
  }

  @Test("numbers of any type, one or several, and several dates are found by each value")
  func values() throws {
    let index = SearchIndex<Animal>.inMemory()
    let day = Date(timeIntervalSince1970: 86_400)
    try index.writeSync { batch in
      try batch.put(
        Animal(id: 1, name: "swift", year: -3, weights: [0.5, 44], seen: [day, day + 60]))
      try batch.put(Animal(id: 2, name: "eel"))
    }
    func found(_ query: Query) throws -> [Int] {
      try index.searchSync(SearchRequest(query)).hits.map(\.id)
    }
    #expect(try found(.is("year", -3)) == [1])
    #expect(try found(.is("weight", 44)) == [1] && found(.is("weight", 0.5)) == [1])
    #expect(try found(.is("seen", 86_460)) == [1])
    #expect(try found(.is("length", 3)) == [2])
  }

  @Test("hits of one state are equal if their documents and scores are")
  func hits() throws {
    let index = SearchIndex<Animal>.inMemory()
    try index.writeSync { batch in
      try batch.put(Animal(id: 1, name: "swift"))
      try batch.put(Animal(id: 2, name: "swift eel"))
    }
    let (one, other) = (try index.searchSync("swift").hits, try index.searchSync("swift").hits)
    #expect(one == other && Set(one).count == 2 && one[0] != one[1])
    try index.writeSync { try $0.put(Animal(id: 3, name: "trout")) }
    #expect(try index.searchSync("swift").hits != one)
  }

  @Test("several indexes of one type differ in their schemas")
  func schemas() throws {
    let exact = Schema<Animal>(fields: [.text("name", \.name, analyzer: .standard(folding: .exact))]
    )
    let index = SearchIndex<Animal>.inMemory(schema: exact)
    try index.writeSync { try $0.put(Animal(id: 1, name: "Swift")) }
    #expect(try index.searchSync("swift").hits.isEmpty && index.searchSync("Swift").hits.count == 1)
  }
}
