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
  /// The step from the word's own position: 0, or more when one word gives several in sequence.
  var positionOffset: Int
  /// The number of positions that it covers: more than 1 when its parts are terms too. Only queries
  /// read it.
  var positionCount = 1
  /// The form of the term: the word itself or its stem.
  var form: TermForm

  init(bytes: [UInt8], positionOffset: Int = 0, form: TermForm = .word) {
    self.bytes = bytes
    self.positionOffset = positionOffset
    self.form = form
  }

  /// A stem, with its marker put before it.
  static func stem(_ bytes: some Collection<UInt8>, positionOffset: Int = 0) -> AnalyzedTerm {
    AnalyzedTerm(bytes: [stemMarker] + bytes, positionOffset: positionOffset, form: .stem)
  }

  /// The stem of this word, at its place.
  func stem(_ bytes: some Collection<UInt8>) -> AnalyzedTerm {
    var stem = AnalyzedTerm.stem(bytes, positionOffset: positionOffset)
    stem.positionCount = positionCount
    return stem
  }

  /// The same place with other bytes.
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
