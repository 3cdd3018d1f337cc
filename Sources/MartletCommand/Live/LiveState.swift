import MartletToolSupport

/// The state of a search as one types: the text, the documents that are on the screen, and the one
/// that is chosen.
///
/// Knows neither a terminal nor an index: keys go in, and what there is to do comes out.
struct LiveState: Equatable {
  /// The work that a key asks for.
  enum Action: Equatable {
    case nothing
    /// The text is another one.
    case search
    /// More documents are wanted than were found.
    case searchFurther
    /// The chosen document is to be printed.
    case choose
    case leave
    case interrupt
    case suspend
    case redraw
  }

  /// The rows above the documents: the text, and what was found.
  static let headRowCount = 2
  /// The rows of one document: its fields, and its best passage.
  static let hitRowCount = 2

  private(set) var editor = LineEditor()
  /// The size of the screen.
  private(set) var columns: Int
  private(set) var rows: Int
  /// The number of documents that were found and may be shown.
  private(set) var count = 0
  /// True if there are more.
  private(set) var hasMore = false
  /// The chosen document, and the first one on the screen.
  private(set) var chosen = 0
  private(set) var top = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The number of documents that the screen shows, above a row of help.
  var pageCount: Int { max(0, (rows - Self.headRowCount - 1) / Self.hitRowCount) }

  /// The documents that are on the screen.
  var shown: Range<Int> { top..<min(count, top + pageCount) }

  /// Changes the state for a key.
  mutating func handle(_ key: Key) -> Action {
    switch key {
    case .enter: return count > 0 ? .choose : .nothing
    case .escape: return .leave
    case .endOfInput where editor.text.isEmpty: return .leave
    case .interrupt: return .interrupt
    case .suspend: return .suspend
    case .redraw: return .redraw
    case .up: return choose(chosen - 1)
    case .down: return choose(chosen + 1)
    case .pageUp: return choose(chosen - max(1, pageCount))
    case .pageDown: return choose(chosen + max(1, pageCount))
    default: return editor.handle(key) && key.changesText ? .search : .nothing
    }
  }

  /// Takes the documents that were found.
  ///
  /// - Parameter isNew: True if they are those of another text, so that the first one is chosen.
  mutating func found(_ count: Int, hasMore: Bool, isNew: Bool) {
    self.count = count
    self.hasMore = hasMore
    if isNew { (chosen, top) = (0, 0) }
    chosen = max(0, min(chosen, count - 1))
    scroll()
  }

  /// Takes a new size of the screen.
  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    scroll()
  }

  private mutating func choose(_ number: Int) -> Action {
    // The key is given again once there are more.
    guard number < count || !hasMore else { return .searchFurther }
    chosen = max(0, min(number, count - 1))
    scroll()
    return .nothing
  }

  /// Moves the documents so that the chosen one is on the screen, and no row stays empty that need
  /// not.
  private mutating func scroll() {
    top = min(top, chosen)
    top = max(top, chosen + 1 - max(1, pageCount))
    top = max(0, min(top, count - pageCount))
  }
}

extension Key {
  /// True if the key changes the text, if anything, and not only the cursor.
  fileprivate var changesText: Bool {
    switch self {
    case .left, .right, .home, .end: false
    default: true
    }
  }
}
