/// A part of a text that is not copied unchanged.
struct MarkdownEdit {
  enum Kind: UInt8 {
    /// The part is text after all.
    case keep
    case remove
    /// The part is left out, and ends a word.
    case separate
    /// The part is a character reference.
    case reference
    /// The part is a run of signs, some of which are left out at both ends.
    case emphasis
  }

  let start: Int
  let end: Int
  var kind: Kind
  /// The scalar of a reference, or the number of signs that are left out at the start of a run.
  var first: UInt32 = 0
  /// The second scalar, or the number of signs that are left out at the end of a run.
  var second: UInt32 = 0

  init(_ start: Int, _ end: Int, _ kind: Kind) {
    self.start = start
    self.end = end
    self.kind = kind
  }

  init(_ reference: CharacterReference) {
    self.init(reference.range.lowerBound, reference.range.upperBound, .reference)
    (first, second) = (reference.scalar, reference.second)
  }

  /// Writes `range` with the edits, which are in order. Edits inside a part that is left out have
  /// no effect.
  static func write(
    _ range: Range<Int>, of bytes: SourceBytes, _ edits: GrowingArray<MarkdownEdit>,
    to text: ReadText
  ) {
    var position = range.lowerBound
    for index in 0..<edits.count {
      let edit = edits[index]
      guard edit.kind != .keep, edit.start >= position else { continue }
      text.copy(position..<edit.start, of: bytes)
      position = edit.end
      switch edit.kind {
      case .keep, .remove: break
      case .separate: text.separate(at: edit.start)
      case .reference:
        // A soft hyphen is invisible, and left out as in HTML.
        if edit.first != 0xAD {
          text.replace(
            with: CharacterReference(edit.start..<edit.end, scalar: edit.first, second: edit.second)
          )
        }
      case .emphasis:
        text.copy(edit.start &+ Int(edit.first)..<edit.end &- Int(edit.second), of: bytes)
      }
    }
    text.copy(position..<range.upperBound, of: bytes)
  }
}
