/// A key that a person presses, by its meaning in a line of text and a list below it.
package enum Key: Equatable, Sendable {
  /// Characters, from one key or pasted.
  case text(String)
  case backspace
  case delete
  case left
  case right
  case home
  case end
  case up
  case down
  case pageUp
  case pageDown
  case enter
  case escape
  /// Ctrl-D, which deletes the character after the cursor, or ends the input if there is no text.
  case endOfInput
  /// Ctrl-C.
  case interrupt
  /// Ctrl-Z.
  case suspend
  /// Ctrl-L.
  case redraw
  /// Ctrl-W, which deletes the word before the cursor.
  case deleteWord
  /// Ctrl-U, which deletes everything before the cursor.
  case deleteToStart
  /// Ctrl-K, which deletes everything after the cursor.
  case deleteToEnd

  /// Returns the key of a control character, or nil if it has no meaning.
  static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x0A, 0x0D: .enter
    case 0x0B: .deleteToEnd
    case 0x0C: .redraw
    case 0x0E: .down
    case 0x10: .up
    case 0x15: .deleteToStart
    case 0x17: .deleteWord
    case 0x1A: .suspend
    default: nil
    }
  }

  /// Returns the key of a control sequence (ECMA-48), or nil if it has no meaning.
  ///
  /// - Parameters:
  ///   - final: The last byte of the sequence.
  ///   - number: The first parameter.
  static func sequence(_ final: UInt8, _ number: Int) -> Key? {
    switch (final, number) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): .right
    case (UInt8(ascii: "D"), _): .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .end
    case (UInt8(ascii: "~"), 3): .delete
    case (UInt8(ascii: "~"), 5): .pageUp
    case (UInt8(ascii: "~"), 6): .pageDown
    default: nil
    }
  }
}
