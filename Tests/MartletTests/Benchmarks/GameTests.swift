import MartletToolSupport
import Testing

@testable import MartletBench

@Suite("The search benchmark game")
struct GameTests {
  @Test("each command of the game asks for what its name says")
  func commands() {
    let asked = ["TOP_10", "TOP_100_COUNT", "TOP_1000", "COUNT"].map { GameCommand($0) }
    #expect(asked.map { $0?.limit } == [10, 100, 1000, 0])
    #expect(asked.map { $0?.counts } == [false, true, false, true])
    #expect(GameCommand("DELETE") == nil)
    #expect(GameCommand("top_10") == nil)
  }

  @Test("queries are read with their class; a line without one is refused")
  func queries() throws {
    let queries = try GameQuery.parse("union\ta b\nphrase\t\"a b\"\n")
    #expect(queries == [.init(tag: "union", text: "a b"), .init(tag: "phrase", text: "\"a b\"")])
    #expect(throws: ToolFailure("queries, line 2: expected \"class<TAB>query\"")) {
      try GameQuery.parse("union\ta b\na b\n")
    }
  }

  @Test("a result is one line of JSON, in the form of the other engines")
  func resultLine() throws {
    let command = try #require(GameCommand("TOP_10"))
    var result = GameResult(
      command: command, query: 7, microseconds: 12.3456, total: nil,
      top: [.init(id: "a\"1", score: 10.5), .init(id: "2", score: 3.25)])
    #expect(
      try result.line() == """
        {"cmd":"TOP_10","engine":"martlet","q":7,"top":[["a\\"1",10.5],["2",3.25]],"total":null,\
        "us":12.346}
        """)
    result.total = 42
    #expect(try result.line().contains("\"total\":42,"))
  }

  @Test("the protocol answers a number, or that it cannot")
  func server() {
    let search: (GameCommand, String) -> Int? = { command, query in
      command.counts ? query.count : nil
    }
    #expect(GameServer.answer(to: "COUNT\tabc", search: search) == "3")
    #expect(GameServer.answer(to: "TOP_10\tabc", search: search) == "1")
    #expect(GameServer.answer(to: "TOP_10_COUNT\ta\tb", search: search) == "3")
    for line in ["DELETE\ta", "COUNT", ""] {
      #expect(GameServer.answer(to: line, search: search) == "UNSUPPORTED", "\(line)")
    }
  }

  @Test("queries of judged collections lose the signs of a query language")
  func collectionQueries() throws {
    #expect(
      Collection.words(of: "What \"is\" 2.5-dimensional (flow)? -AND")
        == "what  is  2.5 dimensional  flow    and")
    #expect(try Collection.queries("1\ta b\n") == [Collection.Query(id: "1", text: "a b")])
  }
}
