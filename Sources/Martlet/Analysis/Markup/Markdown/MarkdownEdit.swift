/// A part of a text that is not taken as it is.
struct MarkdownEdit {
  enum Kind: UInt8 {
    /// It is text after all.
    case keep
    case remove
    /// It is left out, and words end there.
    case separate
    /// It is a character reference.
    case reference
    /// A run of signs, of which some are left out at both ends.
    case emphasis
  }

  let start: Int
  let end: Int
  var kind: Kind
  /// The scalar of a reference, or the signs left out at the start of a run.
  var first: UInt32 = 0
  /// The second scalar, or the signs left out at the end.
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

  /// Writes `range` with the edits made, which are in order; what lies inside a part that is left
  /// out does not count.
  static func write(
    _ range: Range<Int>, of bytes: SourceBytes, _ edits: GrowingArray<MarkdownEdit>,
    to text: ReadText
  ) {
    var place = range.lowerBound
    for index in 0..<edits.count {
      let edit = edits[index]
      guard edit.kind != .keep, edit.start >= place else { continue }
      text.copy(place..<edit.start, of: bytes)
      place = edit.end
      switch edit.kind {
      case .keep, .remove: break
      case .separate: text.separate(at: edit.start)
      case .reference:
        // A soft hyphen is not seen.
        if edit.first != 0xAD {
          text.replace(
            with: CharacterReference(edit.start..<edit.end, scalar: edit.first, second: edit.second)
          )
        }
      case .emphasis:
        text.copy(edit.start &+ Int(edit.first)..<edit.end &- Int(edit.second), of: bytes)
      }
    }
    text.copy(place..<range.upperBound, of: bytes)
  }
}
