/// Positions of documents among those of all segments.
extension SegmentOrder {
  /// Returns the position of a document among those of all segments.
  func position(_ entry: Entry) throws(SearchError) -> SortPosition {
    var values: [SortPosition.Value] = []
    for (criterion, segmentCriterion) in zip(criteria, segmentCriteria) {
      switch criterion.source {
      case .relevance: values.append(.score(entry.score))
      case .key: values.append(.key)
      case .document: values.append(.number(Double(base + entry.document)))
      case .column(let field, let kind):
        values.append(try value(segmentCriterion.column, field, kind, entry.document, criterion))
      }
    }
    return SortPosition(values: values, key: try segment.reader.keys.key(of: entry.document))
  }

  private func value(
    _ column: Column?, _ field: FieldID, _ kind: FieldKind, _ document: DocumentID,
    _ criterion: SortCriterion
  ) throws(SearchError) -> SortPosition.Value {
    guard let column else { return .missing }
    var best: (rank: Int, ordinal: Int)?
    column.forEachOrdinal(of: document) { ordinal in
      let rank = column.rank(of: ordinal)
      guard let known = best else { return best = (rank, ordinal) }
      if criterion.isReversed ? rank > known.rank : rank < known.rank { best = (rank, ordinal) }
    }
    guard let ordinal = best?.ordinal else { return .missing }
    if kind != .keyword { return .number(column.number(of: ordinal)) }
    return .text(try segment.reader.term(ordinal, of: field))
  }
}

/// Positions of other segments, or of earlier searches.
extension SegmentOrder {
  /// A position in terms of this segment, which may lack its values.
  struct Bound {
    /// For each criterion twice the number of the documents with that value, or the number between
    /// those of the documents before and after; nil for the key.
    fileprivate var numbers: [UInt64?]
    /// The number of an entry with the key, if documents are ordered by their keys first; two
    /// entries with equal numbers may have different keys.
    fileprivate var entryNumber: UInt64?
    fileprivate var key: ByteView
  }

  /// Returns the bound for `position`, which has a value for each criterion.
  func bound(_ position: SortPosition) throws(SearchError) -> Bound {
    var numbers: [UInt64?] = []
    for (index, segmentCriterion) in segmentCriteria.enumerated() {
      numbers.append(try bound(segmentCriterion, criteria[index], position.values[index]))
    }
    let key = ByteView(copying: position.key)
    return Bound(numbers: numbers, entryNumber: entryNumber(ofKey: key), key: key)
  }

  /// Returns true if the document of `entry` comes after the position of `bound`.
  func follows(_ entry: Entry, _ bound: Bound) throws(SearchError) -> Bool {
    if let number = bound.entryNumber, entry.number != number { return entry.number > number }
    return try followsByAll(entry, bound)
  }

  @inline(never)
  private func followsByAll(_ entry: Entry, _ bound: Bound) throws(SearchError) -> Bool {
    for (index, number) in bound.numbers.enumerated() {
      guard let number else {
        return try follows(
          entry.document, bound.key, isReversed: segmentCriteria[index].isReversed)
      }
      let own = UInt64(try self.number(index, entry.document, entry.score)) * 2
      if own != number { return own > number }
    }
    return try follows(entry.document, bound.key, isReversed: false)
  }

  private func bound(
    _ segmentCriterion: SegmentCriterion, _ criterion: SortCriterion, _ value: SortPosition.Value
  ) throws(SearchError) -> UInt64? {
    switch (criterion.source, value) {
    case (.relevance, .score(let score)):
      return UInt64(SegmentCriterion.number(ofScore: score, isReversed: criterion.isReversed)) * 2
    case (.document, .number(let number)): return UInt64(number) * 2
    case (.key, _): return nil
    case (.column(let field, _), .number), (.column(let field, _), .text):
      guard let column = segmentCriterion.column else { return 1 }
      let (rank, isPresent) = try self.rank(of: value, column, field)
      // Twice the number of the value, or the odd number before that of the next value.
      let twice = Int64(rank) * 2 + (isPresent ? 2 : 1)
      return UInt64(criterion.isReversed ? Int64(UInt32.max) * 2 - twice : twice)
    default: return criterion.missingIsFirst ? 0 : UInt64(UInt32.max) * 2
    }
  }

  /// Returns the number of values of the segment before `value`, and true if it has the value.
  private func rank(
    of value: SortPosition.Value, _ column: Column, _ id: FieldID
  ) throws(SearchError) -> (Int, Bool) {
    guard let field = segment.reader.field(id) else { return (0, false) }
    switch value {
    case .number(let number):
      let term = SortableNumber.encode(number)
      let ordinal = try field.dictionary.lowerBound(of: term)
      return (ordinal, try field.dictionary.find(term) != nil)
    case .text(let text):
      let order = column.ordinalsByRank
      var (low, high) = (0, order.count)
      while low < high {
        let middle = (low + high) / 2
        let term = try field.dictionary.cursor(at: order[middle]).bytes
        if KeywordOrder.compare(term, text) < 0 { low = middle + 1 } else { high = middle }
      }
      return (low, try field.dictionary.find(text) != nil)
    default: return (0, false)
    }
  }
}

extension Column {
  /// The ordinals of the terms in sorting order.
  fileprivate var ordinalsByRank: [Int] {
    var ordinals = Array(0..<termCount)
    for ordinal in 0..<termCount where rank(of: ordinal) < termCount {
      ordinals[rank(of: ordinal)] = ordinal
    }
    return ordinals
  }
}
