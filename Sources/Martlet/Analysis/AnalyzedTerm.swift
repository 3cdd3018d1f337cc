/// The form in which a term represents its word.
enum TermForm: UInt8, Sendable {
  /// The word itself, after folding.
  case word = 0
  /// The word's stem, which shares its position.
  case stem = 1
}

/// One term that a word gives.
struct AnalyzedTerm: Sendable, Hashable {
  /// The first byte of every stem. It occurs nowhere in UTF-8, so no word begins with it, and it
  /// sorts after all words: looking up a prefix of words never meets a stem.
  static let stemMarker: UInt8 = 0xFF

  /// The term's bytes; those of a stem begin with ``stemMarker``.
  var bytes: [UInt8]
  /// The number of positions from the word's own: 0, or more if one word gives several terms in
  /// sequence.
  var positionOffset: Int
  /// The number of positions that the term covers: more than 1 if its parts are terms too.
  var positionCount = 1
  /// The form of the term: the word itself or its stem.
  var form: TermForm

  init(bytes: [UInt8], positionOffset: Int = 0, form: TermForm = .word) {
    self.bytes = bytes
    self.positionOffset = positionOffset
    self.form = form
  }

  /// Creates a stem, with its marker in front.
  static func stem(_ bytes: some Collection<UInt8>, positionOffset: Int = 0) -> AnalyzedTerm {
    AnalyzedTerm(bytes: [stemMarker] + bytes, positionOffset: positionOffset, form: .stem)
  }

  /// Returns a stem of this word at the same position.
  func stem(_ bytes: some Collection<UInt8>) -> AnalyzedTerm {
    var stem = AnalyzedTerm.stem(bytes, positionOffset: positionOffset)
    stem.positionCount = positionCount
    return stem
  }

  /// Returns the term with other bytes at the same position.
  func with(_ bytes: [UInt8]) -> AnalyzedTerm {
    var copy = self
    copy.bytes = bytes
    return copy
  }

  /// The term as text, without a stem's marker.
  var text: String {
    String(decoding: bytes.dropFirst(form == .stem ? 1 : 0), as: UTF8.self)
  }
}
