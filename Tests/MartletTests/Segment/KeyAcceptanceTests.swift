import Martlet
import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Known keys")
struct KeyAcceptanceTests {
  private let type = ObjectIdentifier(String.self)

  @Test("all keys are known once all were looked at, and each is looked at once")
  func allAccepted() {
    let acceptance = KeyAcceptance()
    var looked: [DocumentID] = []
    var rounds = 0
    while !acceptance.holds(for: type) {
      acceptance.advance(after: 3, of: 100, type) {
        looked.append($0)
        return true
      }
      rounds += 1
      #expect(rounds <= 100, "it comes to an end")
    }
    #expect(looked == Array(0..<100))
    #expect(rounds > 1, "not all at once")
    #expect(!acceptance.holds(for: ObjectIdentifier(Int.self)))
  }

  @Test("keys of which one is not of the type are never known, and are not looked at again")
  func oneRefused() {
    let acceptance = KeyAcceptance()
    var count = 0
    for _ in 0..<100 {
      acceptance.advance(after: 10, of: 200, type) {
        count += 1
        return $0 != 150
      }
    }
    #expect(!acceptance.holds(for: type))
    #expect(count == 151)
  }

  @Test("for another type, looking begins anew")
  func otherType() {
    let acceptance = KeyAcceptance()
    acceptance.advance(after: 10, of: 20, type) { _ in true }
    #expect(acceptance.holds(for: type))
    acceptance.advance(after: 10, of: 20, ObjectIdentifier(Int.self)) { $0 != 3 }
    #expect(!acceptance.holds(for: ObjectIdentifier(Int.self)))
  }

  @Test("searches make the keys of the segments that they find documents in known")
  func searches() throws {
    let index = SearchIndex<Line>.inMemory()
    for part in 0..<3 {
      try index.writeSync { batch in
        for number in 0..<400 { try batch.put(Line(id: "\(part)/\(number)é", text: "word")) }
      }
    }
    let snapshot = index.snapshot()
    var ids: [[String]] = []
    for _ in 0..<40 {
      ids.append(try snapshot.searchSync("word", limit: 50).hits.map(\.id))
    }
    #expect(ids.allSatisfy { $0 == ids[0] && $0.count == 50 })
    let segments = snapshot.state.segments.segments
    #expect(segments.contains { $0.reader.keys.acceptance.holds(for: type) })
  }
}

private struct Line: SearchDocument {
  var id: String
  var text: String

  var searchKey: String { id }

  static let searchSchema = Schema<Line>(fields: [.text("text", \.text)])
}
