/// The kind of a section of an image. The numbers are part of the format and never reused.
enum SectionKind: UInt16, Sendable, CaseIterable {
  /// ``SegmentInfo``.
  case segmentInfo = 1
  /// A field's sorted terms.
  case terms = 2
  /// A field's postings.
  case postings = 3
  /// A field's positions.
  case positions = 4
  /// A field's ``Norms``: one byte per document.
  case norms = 5
  /// A field's exact lengths, where the norms are not exact.
  case lengths = 6
  /// The documents' ``Keys``, in document order.
  case keys = 7
  /// The hash table from key to document.
  case keyTable = 8
  /// The documents' stored fields, in compressed chunks.
  case storedFields = 9
  /// The offset of each chunk of stored fields.
  case storedFieldsIndex = 10

  /// The pairs of a field's adjacent frequent words, as a term dictionary; see ``BigramsFormat``.
  case bigrams = 32
  /// The prefixes of a field's words that have precomputed lists; see ``PrefixListsFormat``.
  case prefixLists = 33
  /// A field's ``Column``: its values by document.
  case columns = 36
  /// The postings of ``prefixLists``.
  case prefixPostings = 37
  /// The postings of ``bigrams``.
  case bigramPostings = 38
  /// The words whose pairs are in ``bigrams``.
  case bigramWords = 39
  /// The pairs of a frequent word and a beginning of the next one that have lists; see
  /// ``PrefixPairsFormat``.
  case prefixPairs = 40
  /// The postings of ``prefixPairs``.
  case prefixPairPostings = 41

  /// True if a reader that does not know this kind must refuse the image, because without it the
  /// answers would be wrong and not only slower.
  var isRequired: Bool { rawValue < SectionKind.bigrams.rawValue }
}

/// The name of a section within an image: its kind and its field.
struct SectionID: Hashable, Sendable {
  /// The value for "no field". It is no field's number, because there are at most 65,535 fields.
  static let noField: UInt16 = .max

  let kind: SectionKind
  /// The field, or nil for a section about whole documents.
  let field: FieldID?

  init(_ kind: SectionKind, _ field: FieldID? = nil) {
    self.kind = kind
    self.field = field
  }
}

extension SectionID: CustomStringConvertible {
  var description: String {
    field.map { "\(kind) of field \($0.rawValue)" } ?? "\(kind)"
  }
}
