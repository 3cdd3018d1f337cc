import Foundation
import Martlet
import MartletToolSupport

/// A search as one types, on a terminal.
struct LiveRun {
  /// The way in which it ends.
  enum End {
    case document(Record)
    case left
    case interrupted
    case signal(Int32)
    /// The terminal is gone.
    case lost
  }

  private var index: LiveIndex
  private let emphasis: Terminal.Emphasis
  private let terminal: RawTerminal
  private var state: LiveState
  private var search: LiveQuery
  private var decoder = KeyDecoder()
  private var writer = ScreenWriter()
  /// The time since other programs' changes were looked for.
  private var sinceRefresh = Stopwatch()

  /// The milliseconds after which nothing more is expected: an Escape is a key of its own then,
  /// also over a slow connection.
  private static let silenceMilliseconds: Int32 = 250
  /// The seconds after which a pause looks for changes.
  private static let refreshSeconds = 1.0
  /// The most times that the terminal is read before the screen is drawn.
  private static let mostReads = 16

  init(
    _ index: LiveIndex, _ emphasis: Terminal.Emphasis, _ terminal: RawTerminal
  ) {
    self.index = index
    self.emphasis = emphasis
    self.terminal = terminal
    let size = terminal.size
    state = LiveState(columns: size.columns, rows: size.rows)
    search = LiveQuery()
  }

  /// Runs until a person leaves. The terminal shows its other screen meanwhile.
  mutating func run() -> End {
    terminal.begin()
    defer { terminal.end() }
    find(isNew: true)
    while true {
      if let number = ScreenSignals.request { return .signal(number) }
      if ScreenSignals.takeStop() { stop(withGroup: false) }
      if ScreenSignals.takeContinuation() { takeScreenAgain() }
      takeSize()
      draw()
      guard let keys = nextKeys() else { return .lost }
      if let end = handle(keys) { return end }
      if keys.isEmpty { followChanges() }
    }
  }

  /// Returns the keys that were pressed, all that there are, so that only the last text is searched
  /// for; none after a moment or a signal, and nil if the terminal is gone.
  private mutating func nextKeys() -> [Key]? {
    switch terminal.wait(milliseconds: Self.silenceMilliseconds) {
    case .silent: return decoder.giveUp()
    case .interrupted: return []
    case .ready: break
    }
    var keys: [Key] = []
    for _ in 0..<Self.mostReads {
      guard let bytes = terminal.read() else { return nil }
      keys += decoder.feed(bytes)
      guard terminal.wait(milliseconds: 0) == .ready else { break }
    }
    return keys
  }

  /// Does what the keys ask for. Returns the end, if one of them asks for it.
  private mutating func handle(_ keys: [Key]) -> End? {
    var isOld = false
    for key in keys {
      if isOld, key.isForDocuments {
        find(isNew: true)
        isOld = false
      }
      switch state.handle(key) {
      case .nothing: break
      case .search: isOld = true
      case .searchFurther:
        search.wantMore()
        find(isNew: false)
        _ = state.handle(key)
      case .choose: if let record = search.document(state.chosen) { return .document(record) }
      case .leave: return .left
      case .interrupt: return .interrupted
      case .suspend: stop(withGroup: true)
      case .redraw: writer.forget()
      }
    }
    if isOld { find(isNew: true) }
    return nil
  }

  private mutating func find(isNew: Bool) {
    search.run(state.editor.text, index.index, isNew: isNew)
    state.found(search.hitCount, hasMore: search.hasMore, isNew: isNew)
  }

  /// Searches again if other programs have changed the index, once a second.
  private mutating func followChanges() {
    guard sinceRefresh.seconds >= Self.refreshSeconds else { return }
    sinceRefresh = Stopwatch()
    do throws(SearchError) {
      // A failure may be over, even if the index is the same.
      if try index.refresh() || search.hasFailed { find(isNew: false) }
    } catch {
      search.fail(error)
      state.found(0, hasMore: false, isNew: true)
    }
  }

  private mutating func takeSize() {
    let size = terminal.size
    guard size != (state.columns, state.rows) else { return }
    state.resize(columns: size.columns, rows: size.rows)
    writer.forget()
  }

  private mutating func stop(withGroup: Bool) {
    terminal.end()
    ScreenSignals.stop(withGroup: withGroup)
    _ = ScreenSignals.takeContinuation()
    terminal.begin()
    writer.forget()
  }

  /// Takes the screen after a stop that could not be caught, when a shell has used it.
  private mutating func takeScreenAgain() {
    terminal.end()
    terminal.begin()
    writer.forget()
  }

  private mutating func draw() {
    let width = LiveScreen.lineWidth(columns: state.columns)
    let hits = search.lines(state.shown, index.texts, width: width)
    let screen = LiveScreen(state: state, status: search.status, hits: hits, emphasis: emphasis)
    let picture = writer.picture(screen.rows, cursor: screen.cursor)
    if !picture.isEmpty { terminal.write(picture) }
  }
}

extension Key {
  /// True if the key is meant for the documents that are found for the text before it.
  fileprivate var isForDocuments: Bool {
    switch self {
    case .enter, .up, .down, .pageUp, .pageDown: true
    default: false
    }
  }
}
