/// Turns documents into an image: exactly the bytes that a segment file holds.
///
/// Documents are analysed as they are added and kept as flat streams of numbers; ``finish()``
/// inverts them. Keys must be distinct. Used by one thread, for one image.
///
/// - Complexity: O(text); about 12 bytes of memory per token, plus the stored bytes.
final class ImageBuilder {
  private let schema: IndexSchema
  private let parameters: BM25
  private var fields: [FieldInverter?]
  private var norms: [NormsWriter]
  private let keys: KeysWriter
  private let storedChunks: ByteWriter
  private let storedFields: StoredFieldsWriter
  private let segmentID: SegmentID
  private var storedByteCount = 0
  /// The number of documents added so far.
  private(set) var documentCount = 0
  /// The limits on lists of pairs of neighbouring words; nil if there are none.
  var pairBudget: PairListsEncoder.Budget? = PairListsEncoder.Budget()
  /// A segment with which this one will be merged; see ``PairListsEncoder``.
  var other: SegmentReader?

  /// Creates a builder without documents.
  ///
  /// - Parameter parameters: The parameters with which the stored bounds are computed.
  init(schema: IndexSchema, segmentID: SegmentID, parameters: BM25 = BM25()) {
    self.schema = schema
    self.segmentID = segmentID
    self.parameters = parameters
    fields = Array(repeating: nil, count: schema.fields.count)
    norms = Array(repeating: NormsWriter(), count: schema.fields.count)
    keys = KeysWriter(seed: segmentID.low)
    storedChunks = ByteWriter()
    storedFields = StoredFieldsWriter(chunks: storedChunks)
  }

  /// The bytes of memory that the documents take, including what inverting them will take.
  var memory: Int {
    // A field has its length in each document, as a number and then as a byte.
    fields.reduce(storedByteCount + documentCount * 64) { sum, field in
      sum + (field.map { $0.memory + documentCount * 5 } ?? 0)
    }
  }

  /// The number of tokens that were skipped because they were too long or too many.
  var skippedTokenCount: Int { fields.reduce(0) { $0 + ($1?.skippedTokenCount ?? 0) } }

  /// Adds a document.
  ///
  /// - Precondition: No document with the same key was added before.
  func add(_ document: InputDocument) throws(SearchError) {
    let number = DocumentID(documentCount)
    keys.append(document.key)
    try storedFields.append(document.stored)
    storedByteCount += document.key.count + document.stored.count
    var values = document.values[...]
    // Documents of an application have them so already.
    if zip(values, values.dropFirst()).contains(where: { $0.field.rawValue > $1.field.rawValue }) {
      values = values.ordered { $0.field.rawValue < $1.field.rawValue }[...]
    }
    while let field = values.first?.field {
      let end = values.firstIndex { $0.field != field } ?? values.endIndex
      add(values[..<end], of: document, Int(field.rawValue), as: number)
      values = values[end...]
    }
    documentCount += 1
  }

  /// Adds all values of one field.
  private func add(
    _ values: ArraySlice<InputDocument.Value>, of document: InputDocument, _ field: Int,
    as number: DocumentID
  ) {
    let definition = schema.fields[field].definition
    let inverter =
      fields[field]
      ?? FieldInverter(
        definition: definition, analyzer: schema.fields[field].analyzer)
    fields[field] = inverter
    inverter.beginDocument(number, language: language(of: document, field))
    for value in values {
      switch (value.content, definition.kind) {
      case (.text(let text), .text): inverter.take(text)
      case (.text(let text), _): inverter.take(term: Array(text.utf8))
      case (.number(let number), _): inverter.take(term: SortableNumber.encode(number))
      }
    }
    let length = inverter.endDocument()
    guard definition.hasNorms else { return }
    norms[field].fill(upTo: documentCount)
    norms[field].append(length: min(length, Limits.tokensPerField))
  }

  /// Returns the document's language if field `field` chooses its analyzer by language; otherwise
  /// "".
  private func language(of document: InputDocument, _ field: Int) -> String {
    guard let name = schema.fields[field].analyzer.languageField,
      let source = schema.field(named: name),
      let value = document.values.first(where: { $0.field == source.id }),
      case .text(let language) = value.content
    else { return "" }
    return language
  }

  /// Inverts the documents and returns the image. The builder must not be used afterwards.
  ///
  /// - Throws: `limitExceeded` if a term has too many positions.
  func finish() throws(SearchError) -> ByteView {
    let memory = ByteWriter(capacity: 4_096)
    let image = ImageWriter(
      into: .memory(memory), segmentID: segmentID, documentCount: documentCount)
    var info = SegmentInfo(k1: Double(parameters.k1), b: Double(parameters.b), fields: [])
    for index in fields.indices {
      guard let field = fields[index], field.stream.count > 0 else { continue }
      info.fields.append(try write(field, index, into: image))
      fields[index] = nil
    }
    try keys.finish(into: image)
    let storedIndex = try storedFields.finish()
    try image.add(SectionID(.storedFields), storedChunks.finish())
    try image.add(SectionID(.storedFieldsIndex), storedIndex)
    try image.add(SectionID(.segmentInfo), SegmentInfoFormat.encode(info))
    _ = try image.finish()
    return memory.finish()
  }

  /// Returns an encoder of lists of pairs for a field; nil if it has none.
  private func makePairLists(_ id: FieldID, _ field: FieldInverter) -> PairListsEncoder? {
    guard let pairBudget, field.definition.kind == .text, field.definition.hasPositions
    else { return nil }
    return PairListsEncoder(
      pairBudget, documentCount: documentCount, tokenCount: field.stream.count,
      other: other?.field(id))
  }

  /// Writes the sections of one field.
  private func write(
    _ field: FieldInverter, _ index: Int, into image: ImageWriter
  ) throws(SearchError) -> SegmentInfo.Field {
    let id = schema.fields[index].id
    let definition = field.definition
    norms[index].fill(upTo: documentCount)
    let statistics = norms[index].statistics
    let lengths = LengthTable(parameters: parameters, averageLength: statistics.averageLength)
    let postings = ByteWriter(capacity: 4_096)
    let positions =
      definition.hasPositions ? ImageSection(SectionID(.positions, id), of: image) : nil
    let codes = definition.hasNorms ? norms[index].codes() : nil
    let pairs = makePairLists(id, field)
    let encoder = FieldEncoder(
      dictionary: TermDictionaryWriter(
        hasPositions: definition.hasPositions, hasFilters: definition.kind.hasPatterns),
      postings: PostingsWriter(
        into: postings,
        positions: positions.map { PositionsWriter(into: $0) },
        norms: codes, lengths: definition.hasNorms ? lengths : nil),
      column: definition.hasColumn ? ColumnWriter() : nil, pairs: pairs)
    try encoder.encode(field)
    try positions?.end()
    let terms = encoder.dictionary.finish()
    try image.add(SectionID(.terms, id), terms)
    let lists = postings.finish()
    try image.add(SectionID(.postings, id), lists)
    if definition.hasNorms { try norms[index].finish(id, into: image) }
    try encoder.column?.finish(
      id, definition, terms, documentCount: documentCount, into: image)
    try pairs?.finish(
      id, field, byteCount: lists.count + (positions?.byteCount ?? 0), norms: codes,
      lengths: definition.hasNorms ? lengths : nil, into: image)
    return SegmentInfo.Field(
      field: id, statistics: statistics, averageLength: statistics.averageLength)
  }
}
