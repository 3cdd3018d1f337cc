/// An open segment: the sections of its image, each ready to be read.
///
/// Opening reads headers only; nothing is decoded. Immutable, so any thread may use it. Keeps the
/// memory or the mapping of its image alive.
final class SegmentReader: Sendable {
  /// One field of the segment.
  final class Field: Sendable {
    /// The field's terms.
    let dictionary: TermDictionary
    /// The bytes of the terms' lists.
    let source: PostingsSource
    /// The documents' lengths; nil when the field is not ranked by length.
    let norms: Norms?
    /// The statistics over all documents of the segment, including deleted ones.
    let statistics: FieldStatistics
    /// The table that the stored bounds were computed with.
    let boundLengths: LengthTable
    /// Prefixes of words as terms, where they have precomputed lists; see ``PrefixListsFormat``.
    let prefixes: Field?
    /// The pairs of adjacent frequent words, if the segment lists them.
    let bigrams: Bigrams?
    /// The pairs of a frequent word and a beginning, as terms; see ``PrefixPairsFormat``.
    let prefixPairs: Field?
    /// The values by document; nil for text.
    let column: Column?

    /// The terms' postings.
    var postings: Section { source.postings }
    /// The terms' positions; nil when the field keeps none.
    var positions: Section? { source.positions }

    init(
      dictionary: TermDictionary, postings: Section, positions: Section?, norms: Norms?,
      statistics: FieldStatistics, boundLengths: LengthTable, prefixes: Field? = nil,
      bigrams: Bigrams? = nil, prefixPairs: Field? = nil, column: Column? = nil
    ) {
      self.dictionary = dictionary
      self.norms = norms
      source = PostingsSource(postings: postings, positions: positions, norms: norms)
      self.statistics = statistics
      self.boundLengths = boundLengths
      self.prefixes = prefixes
      self.bigrams = bigrams
      self.prefixPairs = prefixPairs
      self.column = column
    }

    /// Opens the field `id` of `image`, whose terms are in `terms`.
    convenience init(
      _ id: FieldID, _ terms: Section, _ definition: FieldDefinition, _ image: ImageReader,
      _ info: SegmentInfo
    ) throws(SearchError) {
      guard let counts = info.field(id) else {
        throw terms.corrupted("the segment has terms of field \(id.rawValue), but no counts", at: 0)
      }
      let norms = definition.hasNorms ? try Norms(image, field: id) : nil
      let boundLengths = LengthTable(
        parameters: BM25(k1: Float(info.k1), b: Float(info.b)),
        averageLength: counts.averageLength)
      let dictionary = try TermDictionary(terms, hasPositions: definition.hasPositions)
      let column = definition.hasColumn ? image.section(SectionID(.columns, id)) : nil
      self.init(
        dictionary: dictionary,
        postings: try image.requiredSection(SectionID(.postings, id)),
        positions: definition.hasPositions
          ? try image.requiredSection(SectionID(.positions, id)) : nil,
        norms: norms, statistics: counts.statistics, boundLengths: boundLengths,
        prefixes: try Self.lists(
          .prefixLists, .prefixPostings, id, image, norms, counts, boundLengths),
        bigrams: try image.section(SectionID(.bigramWords, id)).flatMap {
          (words) throws(SearchError) in
          try Self.lists(.bigrams, .bigramPostings, id, image, norms, counts, boundLengths).map {
            (lists) throws(SearchError) in Bigrams(words: try BigramWords(words), lists: lists)
          }
        },
        prefixPairs: try Self.lists(
          .prefixPairs, .prefixPairPostings, id, image, norms, counts, boundLengths),
        column: try column.map { (section) throws(SearchError) in
          try Column(
            section, documentCount: image.documentCount, termCount: dictionary.termCount)
        })
    }

    /// Opens lists without positions that the field `id` has besides its postings; nil without any.
    private static func lists(
      _ dictionary: SectionKind, _ postings: SectionKind, _ id: FieldID, _ image: ImageReader,
      _ norms: Norms?, _ counts: SegmentInfo.Field, _ boundLengths: LengthTable
    ) throws(SearchError) -> Field? {
      guard let section = image.section(SectionID(dictionary, id)) else { return nil }
      return Field(
        dictionary: try TermDictionary(section, hasPositions: false),
        postings: try image.requiredSection(SectionID(postings, id)), positions: nil,
        norms: norms, statistics: counts.statistics, boundLengths: boundLengths)
    }
  }

  /// The image.
  let image: ImageReader
  /// The documents' keys.
  let keys: Keys
  /// The documents' stored fields.
  let storedFields: StoredFields
  /// The statistics of each field, and the parameters of the bounds.
  let info: SegmentInfo
  /// The definitions of the fields.
  let definitions: [FieldDefinition]
  private let fields: [Field?]
  /// The documents of recent filters, including deleted ones: what stays true of the segment,
  /// whatever else is written. At most a byte for each document.
  let filters: ListCache

  /// The segment's name.
  var id: SegmentID { image.segmentID }

  /// The number of documents, including deleted ones.
  var documentCount: Int { image.documentCount }

  /// Opens the sections of `image` for the fields in `definitions`.
  init(_ image: ImageReader, definitions: [FieldDefinition]) throws(SearchError) {
    self.image = image
    self.definitions = definitions
    keys = try Keys(image)
    storedFields = try StoredFields(image)
    info = try SegmentInfoFormat.decode(
      image.requiredSection(SectionID(.segmentInfo)), documentCount: image.documentCount)
    var fields: [Field?] = []
    for (index, definition) in definitions.enumerated() {
      let id = FieldID(UInt16(truncatingIfNeeded: index))
      let terms = image.section(SectionID(.terms, id))
      let field = try terms.map { [info] terms throws(SearchError) in
        try Field(id, terms, definition, image, info)
      }
      fields.append(field)
    }
    self.fields = fields
    filters = ListCache(mostEntries: 16, mostBytes: max(1 << 10, image.documentCount / 2))
  }

  /// Returns the field `id`, or nil when no document of the segment has it.
  func field(_ id: FieldID) -> Field? {
    let index = Int(id.rawValue)
    return index < fields.count ? fields[index] : nil
  }
}
