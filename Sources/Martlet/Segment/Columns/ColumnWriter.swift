/// Collects the postings of a field without norms, term by term, and turns them into its column;
/// see ``ColumnFormat``.
///
/// - Complexity: O(postings + documents + terms · log terms). In memory, 8 bytes for each posting,
///   and 8 for each number, or its folded bytes and 16 more for each keyword.
final class ColumnWriter {
  /// The document in the upper half, the ordinal of its term in the lower one.
  private let entries = GrowingArray<UInt64>()
  /// The number of terms that have ended.
  private(set) var termCount: UInt32 = 0

  /// Adds a document that has the current term.
  @inline(__always)
  func append(_ document: DocumentID) {
    entries.append(UInt64(document) &<< 32 | UInt64(termCount))
  }

  /// Ends the current term; the next one has the next ordinal.
  func endTerm() { termCount += 1 }

  /// Adds what `next` has collected for the terms after those of this writer.
  func append(contentsOf next: ColumnWriter) {
    for index in 0..<next.entries.count { entries.append(next.entries[index] + UInt64(termCount)) }
    termCount += next.termCount
  }

  /// Adds the column of the field `id` to `image`.
  ///
  /// - Parameter terms: The dictionary of the terms that were passed.
  func finish(
    _ id: FieldID, _ definition: FieldDefinition, _ terms: ByteView, documentCount: Int,
    into image: ImageWriter
  ) throws(SearchError) {
    let dictionary = try TermDictionary(
      Section(terms), hasPositions: definition.hasPositions)
    try image.add(
      SectionID(.columns, id),
      finish(definition.kind, dictionary, documentCount: documentCount))
  }

  /// Returns the column.
  ///
  /// - Parameters:
  ///   - kind: The kind of the field.
  ///   - dictionary: The dictionary of the terms that were passed.
  ///   - documentCount: The number of documents of the segment.
  func finish(
    _ kind: FieldKind, _ dictionary: TermDictionary, documentCount: Int
  ) throws(SearchError) -> ByteView {
    let starts = starts(documentCount: documentCount)
    let isMulti = (0..<documentCount).contains { starts[$0 + 1] - starts[$0] > 1 }
    let terms = try ColumnTerms(kind, dictionary)
    let width = ColumnFormat.width(of: UInt64(termCount))
    let writer = ByteWriter(capacity: 64 + documentCount * (isMulti ? 8 : width))
    var flags = isMulti ? ColumnFormat.startsFlag : 0
    if terms.ranks != nil { flags |= ColumnFormat.ranksFlag }
    if terms.numbers != nil { flags |= ColumnFormat.numbersFlag }
    writer.append(flags)
    writer.append(UInt8(width))
    writer.append(UInt8(terms.numbers?.width ?? 0))
    writer.append(UInt8(0))
    writer.append(UInt32(isMulti ? entries.count : documentCount))
    writer.append((terms.numbers?.base ?? 0).bitPattern)
    if isMulti { for start in starts { writer.append(start) } }
    for ordinal in ordinals(starts, isMulti: isMulti, documentCount: documentCount) {
      writer.append(UInt64(ordinal), width: width)
    }
    for rank in terms.ranks ?? [] { writer.append(UInt64(rank), width: width) }
    if let numbers = terms.numbers {
      for number in numbers.values { writer.append(number, width: numbers.width) }
    }
    return writer.finish()
  }

  /// Returns the index of the first entry of each document, and the number of entries.
  private func starts(documentCount: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: documentCount + 1)
    for index in 0..<entries.count { starts[Int(entries[index] >> 32) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return starts
  }

  /// Returns the entries in the order of documents.
  private func ordinals(
    _ starts: [UInt32], isMulti: Bool, documentCount: Int
  ) -> [UInt32] {
    var ordinals = [UInt32](repeating: 0, count: isMulti ? entries.count : documentCount)
    var next = starts
    for index in 0..<entries.count {
      let document = Int(entries[index] >> 32)
      let ordinal = UInt32(truncatingIfNeeded: entries[index])
      // Entries come by term, so those of a document rise.
      if isMulti {
        ordinals[Int(next[document])] = ordinal
        next[document] += 1
      } else {
        ordinals[document] = ordinal + 1
      }
    }
    return ordinals
  }
}

/// The ranks or numbers of a column's terms.
private struct ColumnTerms {
  /// Numbers of one width.
  struct Numbers {
    var base: Double
    var width: Int
    var values: [UInt64]

    /// Finds the smallest width for the numbers of a dictionary, which rise.
    init(_ dictionary: TermDictionary) throws(SearchError) {
      var values: [UInt64] = []
      values.reserveCapacity(dictionary.termCount)
      let cursor = try dictionary.cursor(at: 0)
      while !cursor.isAtEnd {
        values.append((SortableNumber.decode(cursor.bytes) ?? .nan).bitPattern)
        _ = try cursor.advance()
      }
      func number(_ bits: UInt64?) -> Double { bits.map { Double(bitPattern: $0) } ?? 0 }
      let base = number(values.first)
      let range = number(values.last) - base
      let isWhole =
        base.magnitude < 0x1p53
        && values.allSatisfy { number($0) == number($0).rounded(.towardZero) }
      guard isWhole, range <= Double(UInt32.max) else {
        (self.base, width, self.values) = (0, 8, values)
        return
      }
      self.base = base
      width = ColumnFormat.width(of: UInt64(range))
      for index in values.indices { values[index] = UInt64(number(values[index]) - base) }
      self.values = values
    }
  }

  /// The rank of each keyword; nil if it is the ordinal.
  var ranks: [UInt32]?
  /// The number of each term; nil for keywords.
  var numbers: Numbers?

  init(_ kind: FieldKind, _ dictionary: TermDictionary) throws(SearchError) {
    if kind == .keyword {
      ranks = try KeywordOrder.ranks(of: dictionary)
    } else {
      numbers = try Numbers(dictionary)
    }
  }
}

extension ByteWriter {
  /// Appends the lowest `width` bytes of `value`.
  fileprivate func append(_ value: UInt64, width: Int) {
    switch width {
    case 1: append(UInt8(truncatingIfNeeded: value))
    case 2: append(UInt16(truncatingIfNeeded: value))
    case 4: append(UInt32(truncatingIfNeeded: value))
    default: append(value)
    }
  }
}
