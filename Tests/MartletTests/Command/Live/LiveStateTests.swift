import MartletTestSupport
import Testing

@testable import MartletCommand
@testable import MartletToolSupport

@Suite("The state of a search as one types")
struct LiveStateTests {
  private static func state(_ count: Int, rows: Int = 9, hasMore: Bool = false) -> LiveState {
    var state = LiveState(columns: 40, rows: rows)
    state.found(count, hasMore: hasMore, isNew: true)
    return state
  }

  @Test("asks for a search when the text has changed, and not when only the cursor has moved")
  func text() {
    var state = Self.state(3)
    let keys: [(Key, LiveState.Action)] = [
      (.text("ab"), .search), (.left, .nothing), (.backspace, .search), (.backspace, .nothing),
      (.end, .nothing), (.deleteWord, .search), (.deleteToStart, .nothing), (.escape, .leave),
      (.interrupt, .interrupt), (.enter, .choose), (.suspend, .suspend), (.redraw, .redraw),
    ]
    for (key, action) in keys { #expect(state.handle(key) == action, "\(key)") }
    #expect(state.editor.text == "")
    for (keys, action) in [([], .leave), ([.text("ab")], .nothing), ([.left], .search)]
      as [([Key], LiveState.Action)]
    {
      for key in keys { _ = state.handle(key) }
      #expect(state.handle(.endOfInput) == action)
    }
    state.found(0, hasMore: false, isNew: true)
    #expect(state.handle(.enter) == .nothing && state.handle(.down) == .nothing)
    #expect(state.chosen == 0 && state.shown == 0..<0)
  }

  @Test("keeps the chosen document on the screen")
  func scrolling() {
    var state = Self.state(10)
    #expect(state.shown == 0..<3)
    for _ in 0..<4 { _ = state.handle(.down) }
    #expect(state.chosen == 4 && state.shown == 2..<5)
    _ = state.handle(.pageDown)
    #expect(state.chosen == 7 && state.shown == 5..<8)
    _ = state.handle(.pageDown)
    #expect(state.chosen == 9 && state.shown == 7..<10)
    for _ in 0..<3 { _ = state.handle(.up) }
    #expect(state.chosen == 6 && state.shown == 6..<9)
    state.resize(columns: 40, rows: 24)
    #expect(state.shown == 0..<10)
    state.resize(columns: 40, rows: 5)
    #expect(state.shown == 6..<7)
    state.found(2, hasMore: false, isNew: false)
    #expect(state.chosen == 1 && state.shown == 1..<2)
    state.found(2, hasMore: false, isNew: true)
    #expect(state.chosen == 0)
  }

  @Test("asks for more documents at the end of those that were found, if there are more")
  func more() {
    var state = Self.state(4, hasMore: true)
    for _ in 0..<3 { #expect(state.handle(.down) == .nothing) }
    #expect(state.handle(.down) == .searchFurther)
    state.found(9, hasMore: false, isNew: false)
    #expect(state.handle(.down) == .nothing && state.chosen == 4)
    #expect(state.handle(.pageDown) == .nothing && state.handle(.pageDown) == .nothing)
    #expect(state.chosen == 8)
  }

  @Test("fills a screen of any size with as many rows as it has, none of them wider")
  func sizes() {
    var title = StyledLine()
    title.append("東京 👩‍👧 a long title of a document")
    for rows in 1...12 {
      for columns in 1...60 {
        var state = Self.state(5, rows: rows)
        state.resize(columns: columns, rows: rows)
        for key in [Key.text("東京 river"), .left] { _ = state.handle(key) }
        let hits = state.shown.map { _ in LiveScreen.Lines(title: title, passage: title) }
        let screen = LiveScreen(state: state, status: title, hits: hits, emphasis: .none)
        let shown = screen.rows.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
        #expect(shown.count == rows)
        #expect(shown.allSatisfy { $0.terminalWidth <= columns }, "\(shown)")
        #expect(screen.cursor.column < columns)
      }
    }
  }

  @Test(
    "is drawn by what differs, and shown as a whole all the same",
    arguments: SeededRandom.seeds(count: 50))
  func drawing(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var writer = ScreenWriter()
    var screen = SimulatedScreen(columns: 20, rows: 5)
    screen.feed(Array(ScreenWriter.start.utf8))
    var rows = Array(repeating: "", count: 5)
    for _ in 0..<30 {
      let row = Int.random(in: 0..<5, using: &random)
      rows[row] =
        ["", "東京", "a", String(repeating: "x", count: 20), "👩‍👧 y"]
        .randomElement(using: &random) ?? ""
      if Int.random(in: 0..<8, using: &random) == 0 { writer.forget() }
      screen.feed(Array(writer.picture(rows, cursor: (row, 3)).utf8))
      #expect(screen.lines == rows)
      #expect(screen.row == row && screen.column == 3 && screen.isCursorVisible)
    }
    #expect(writer.picture(rows, cursor: (0, 0)).utf8.count < 40, "nothing is drawn again")
    #expect(screen.unknown == [] && screen.overflow == "")
  }
}
