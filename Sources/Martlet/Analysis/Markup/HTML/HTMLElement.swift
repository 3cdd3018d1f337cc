/// The effect of an element on the words around it, by its name.
///
/// Follows the default style sheet of the HTML Standard (section 15): blocks, table cells and
/// inline objects are separate; everything else, including unknown names, is part of the line.
struct HTMLElement: OptionSet, Sendable {
  let rawValue: UInt8

  /// The element's tags separate words.
  static let separates = HTMLElement(rawValue: 1)
  /// The contents of the element are not shown.
  static let isHidden = HTMLElement(rawValue: 2)
  /// The element's tag begins an HTML block in Markdown that ends with a blank line (CommonMark,
  /// kind 6).
  static let beginsBlock = HTMLElement(rawValue: 4)
  /// The element's tag begins an HTML block in Markdown that ends with its end tag (CommonMark,
  /// kind 1).
  static let beginsRawBlock = HTMLElement(rawValue: 8)
  /// The element is a script, which may hold its own end tag in a comment.
  static let isScript = HTMLElement(rawValue: 16)
  /// The element is one of ruby, which writes the reading of characters over them.
  static let isRuby = HTMLElement(rawValue: 32)
  /// The contents of the element stand over the characters before it, or in brackets after them.
  static let isReading = HTMLElement(rawValue: 64)

  /// Finds the element whose tag name is at `range`.
  init(named range: Range<Int>, in bytes: SourceBytes) {
    self = Self.table.find(Self.key(range, in: bytes))
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  private static let table = Table()

  /// Returns a number for a name in either case. No two names in the table share one.
  private static func key(_ range: Range<Int>, in bytes: SourceBytes) -> UInt64 {
    let small: UInt64 = 0x2020_2020_2020_2020
    let first = bytes.word(at: range.lowerBound, upTo: range.upperBound)
    guard range.count > 8 else { return first == 0 ? 0 : first | small }
    guard range.count <= 16 else { return 0 }
    let second = bytes.word(at: range.lowerBound &+ 8, upTo: range.upperBound)
    return (first | small) ^ ((second | small) &* 0x9E37_79B9_7F4A_7C15)
  }

  private static let separating = """
    body br button caption center dd details dialog dir div dl dt fieldset figcaption figure footer \
    form frame frameset h1 h2 h3 h4 h5 h6 head header hr html legend li link main menu menuitem nav \
    ol optgroup option p param search section summary table tbody td tfoot th thead title tr track \
    ul address article aside base basefont blockquote col colgroup pre textarea hgroup input select \
    img image picture svg math canvas audio video object embed area map meta source listing \
    xmp plaintext template noscript datalist progress meter output isindex keygen mtr mtd mi mn mo \
    ms mtext text desc metadata
    """
  private static let hidden =
    "script style iframe noembed noframes annotation annotation-xml"
  private static let ruby = "ruby rb"
  private static let readings = "rt rtc rp"
  private static let blocks = """
    address article aside base basefont blockquote body caption center col colgroup dd details \
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 \
    head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p \
    param search section summary table tbody td tfoot th thead title tr track ul
    """
  private static let rawBlocks = "pre script style textarea"

  /// A hash table of the names, filled once.
  private struct Table: Sendable {
    /// The keys at even indices, each followed by its element.
    private var slots = [UInt64](repeating: 0, count: 2 * 512)

    init() {
      add(separating, .separates)
      add(hidden, [.isHidden, .separates])
      add(blocks, .beginsBlock)
      add(rawBlocks, .beginsRawBlock)
      add("script", .isScript)
      add(ruby, .isRuby)
      add(readings, [.isRuby, .isReading])
    }

    private mutating func add(_ names: String, _ element: HTMLElement) {
      for name in names.split(separator: " ") {
        let key = String(name).withBytes { name in
          SourceBytes.withBytes(of: name) { HTMLElement.key(0..<$0.count, in: $0) }
        }
        let slot = firstSlot(of: key)
        slots[slot] = key
        slots[slot &+ 1] |= UInt64(element.rawValue)
      }
    }

    func find(_ key: UInt64) -> HTMLElement {
      HTMLElement(rawValue: UInt8(truncatingIfNeeded: slots[firstSlot(of: key) &+ 1]))
    }

    /// Returns the slot of `key`, or the slot where it would be: the table is less than half full,
    /// so the probe ends.
    private func firstSlot(of key: UInt64) -> Int {
      var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 55)
      while slots[2 &* slot] != key, slots[2 &* slot] != 0 { slot = (slot &+ 1) & 511 }
      return 2 &* slot
    }
  }
}
