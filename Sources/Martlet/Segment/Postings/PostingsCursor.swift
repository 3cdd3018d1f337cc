/// One term's postings in one segment, unit by unit.
///
/// The cursor stands on a *unit*. Moving between units compares last documents and bounds, which
/// lie outside the payload; documents and frequencies of the unit are decoded when asked for, each
/// at most once. The arrays lent by ``documents`` and ``frequencies`` hold ``count`` numbers until
/// the cursor moves.
///
/// Used by one thread. Bytes are checked before use, so that even a list that was crafted to fool
/// its checksums gives documents below the segment's count, in rising order, or an error.
///
/// - Complexity: moving is O(log distance) in units; decoding is about 0.3 ns per posting.
@safe
final class PostingsCursor {
  /// Documents that have the term.
  let documentFrequency: Int
  /// Units of the list.
  let unitCount: Int
  /// The unit that the cursor stands on; ``unitCount`` when the list is exhausted.
  private(set) var unit = 0

  private let table: PostingsTable
  private let documentCount: UInt32
  private var documentUnit = -1
  private var frequencyUnit = -1
  private let buffer: UnsafeMutablePointer<UInt32>

  /// Opens the list that `info` describes, in a field's `section` of a segment of `documentCount`
  /// documents.
  ///
  /// - Throws: `corrupted`.
  init(
    _ info: TermInfo, section: Section, documentCount: Int, hasPositions: Bool
  ) throws(SearchError) {
    documentFrequency = info.documentFrequency
    self.documentCount = UInt32(clamping: documentCount)
    let buffer = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * Limits.unitSize + 2)
    unsafe buffer.initialize(repeating: 0, count: 2 * Limits.unitSize + 2)
    unsafe self.buffer = buffer
    do throws(SearchError) {
      if info.documentFrequency < Limits.unitSize {
        table = try unsafe Self.shortTable(
          info, section: section, documentCount: documentCount, buffer: buffer)
        documentUnit = 0
        frequencyUnit = 0
      } else {
        table = try PostingsTable(
          section: section, region: info.postings, hasPositions: hasPositions)
      }
    } catch {
      // SAFETY: an object that never was complete is not deinitialised.
      unsafe buffer.deallocate()
      throw error
    }
    unitCount = table.unitCount
  }

  /// Decodes a list without skip data into `buffer`.
  @unsafe
  private static func shortTable(
    _ info: TermInfo, section: Section, documentCount: Int, buffer: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) -> PostingsTable {
    // SAFETY: the buffer has room for a unit of documents, one of frequencies, and an entry.
    let last = unsafe try ShortList.decode(
      info, section, documentCount: documentCount, documents: buffer,
      frequencies: buffer + Limits.unitSize)
    return unsafe PostingsTable(
      section: section, last: last, count: info.documentFrequency,
      entry: UnsafeMutableRawPointer(buffer + 2 * Limits.unitSize))
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// The documents of the unit, rising, after ``loadDocuments()``.
  @unsafe @inline(__always)
  var documents: UnsafePointer<UInt32> { unsafe UnsafePointer(buffer) }

  /// The frequencies of the unit, after ``loadFrequencies()``.
  @unsafe @inline(__always)
  var frequencies: UnsafePointer<UInt32> { unsafe UnsafePointer(buffer + Limits.unitSize) }

  /// Whether all units lie behind the cursor.
  @inline(__always)
  var isExhausted: Bool { unit >= unitCount }

  /// Postings in the unit.
  @inline(__always)
  var count: Int { table.count(unit) }

  /// The last document of the unit.
  @inline(__always)
  var lastDocument: DocumentID { table.lastDocument(unit) }

  /// The first document that the unit can hold.
  @inline(__always)
  var firstPossibleDocument: DocumentID {
    unit == 0 ? 0 : table.lastDocument(unit &- 1) &+ 1
  }

  /// The highest impact in the unit, in 255 steps; see ``ImpactBound``.
  @inline(__always)
  var bound: UInt8 { table.bound(unit) }

  /// The highest impact in the list.
  var highestBound: UInt8 { table.highestBound }

  /// Whether the list is one short unit, without stored bounds.
  var isShort: Bool { table.isShort }

  /// What the second level of skip data says of 32 units; see ``PostingsTable/superunit(_:)``.
  func superunit(_ index: Int) -> (lastDocument: DocumentID, bound: UInt8) {
    table.superunit(index)
  }

  /// The number of the unit's first position within the term, and the byte where its block starts.
  @inline(__always)
  var positionStart: (index: Int, offset: Int) { table.positionStart(unit) }

  /// The same of any unit.
  @inline(__always)
  func positionStart(ofUnit unit: Int) -> (index: Int, offset: Int) { table.positionStart(unit) }

  /// Moves to the first unit that ends at or after `target`; never back.
  ///
  /// - Returns: false when there is none.
  @inline(__always) @discardableResult
  func seek(_ target: DocumentID) -> Bool {
    if unit < unitCount && table.lastDocument(unit) >= target { return true }
    unit = table.firstUnit(endingAtOrAfter: target, from: unit)
    return unit < unitCount
  }

  /// Moves to the first unit that ends at or after `target`, also back.
  ///
  /// - Returns: false when there is none.
  @inline(__always) @discardableResult
  func jump(_ target: DocumentID) -> Bool {
    if unit < unitCount && table.lastDocument(unit) >= target && firstPossibleDocument <= target {
      return true
    }
    let isBehind = unit < unitCount && table.lastDocument(unit) < target
    unit = table.firstUnit(endingAtOrAfter: target, from: isBehind ? unit : 0)
    return unit < unitCount
  }

  /// The units whose last document lies in `documents`: of ranges that cover a segment, each unit
  /// belongs to one.
  func units(endingIn documents: Range<DocumentID>) -> Range<Int> {
    var first = 0
    if documents.lowerBound > 0 {
      first = table.firstUnit(endingAtOrAfter: documents.lowerBound, from: 0)
    }
    guard documents.upperBound < documentCount else { return first..<unitCount }
    return first..<table.firstUnit(endingAtOrAfter: documents.upperBound, from: first)
  }

  /// The units that can hold any of `documents`, of which there is one.
  func units(reaching documents: Range<DocumentID>) -> Range<Int> {
    let first = table.firstUnit(endingAtOrAfter: documents.lowerBound, from: 0)
    let last = table.firstUnit(endingAtOrAfter: documents.upperBound &- 1, from: first)
    return first..<min(unitCount, last + 1)
  }

  /// The units of `range`, those with the highest bounds first; of equal bounds, in the order of
  /// documents.
  ///
  /// - Complexity: O(units).
  func unitsByBound(_ range: Range<Int>) -> [UInt32] {
    let unitCount = range.count
    // An array of no capacity is one object for all threads, in which the count would be written.
    guard unitCount > 0 else { return [] }
    // SAFETY: a bucket is at most 255; each unit has a place of its own below `unitCount`.
    return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { starts in
      unsafe starts.initialize(repeating: 0)
      for unit in range { unsafe starts[255 &- Int(table.bound(unit))] &+= 1 }
      var sum = 0
      for index in 0..<256 {
        let here = unsafe starts[index]
        unsafe starts[index] = sum
        sum &+= here
      }
      return unsafe [UInt32](unsafeUninitializedCapacity: unitCount) { units, count in
        for unit in range {
          let bucket = 255 &- Int(table.bound(unit))
          unsafe units[starts[bucket]] = UInt32(truncatingIfNeeded: unit)
          unsafe starts[bucket] &+= 1
        }
        count = unitCount
      }
    }
  }

  /// Moves to the next unit.
  ///
  /// - Returns: false when there is none.
  @inline(__always) @discardableResult
  func nextUnit() -> Bool {
    unit &+= 1
    return unit < unitCount
  }

  /// Moves to `unit`, also back, to go through some units once more.
  func move(toUnit unit: Int) {
    checkInvariant(unit >= 0 && unit <= unitCount, "unit \(unit) of \(unitCount)")
    self.unit = unit
  }

  /// The highest bound of the units that can hold documents from the cursor's unit to `last`.
  @inline(__always)
  func bound(through last: DocumentID) -> UInt8 {
    table.bound(from: unit, through: last)
  }

  /// Whether the unit is a bit set, so that single documents are probed without decoding.
  @inline(__always)
  var isBitSet: Bool { table.encoding(unit) & PostingsFormat.bitSetFlag != 0 }

  /// The unit's bit set: word `i`, bit `j` stands for document `start + 64 · i + j`.
  ///
  /// - Precondition: ``isBitSet``.
  /// - Throws: `corrupted`.
  @unsafe @inline(__always)
  func bitSet() throws(SearchError) -> (start: DocumentID, words: UnsafeRawPointer, count: Int) {
    let words = Int(table.encoding(unit) & ~PostingsFormat.bitSetFlag)
    guard words > 0 else { throw table.corrupted("unit \(unit) is a bit set without bits") }
    let payload = unsafe try table.documentBytes(unit, byteCount: words &* 8)
    return unsafe (firstPossibleDocument, payload, words)
  }

  /// Decodes the unit's documents.
  ///
  /// - Precondition: not ``isExhausted``.
  /// - Throws: `corrupted`.
  @inline(__always)
  func loadDocuments() throws(SearchError) {
    if documentUnit != unit { try decodeDocuments() }
  }

  @inline(never)
  private func decodeDocuments() throws(SearchError) {
    let last = table.lastDocument(unit)
    let base = firstPossibleDocument &- 1
    guard last < documentCount, unit == 0 || base < last else {
      throw table.corrupted("unit \(unit) ends at document \(last) of \(documentCount)")
    }
    let count = table.count(unit)
    let found: UInt32?
    if isBitSet {
      found = unsafe try decodeBitSet(count: count)
    } else {
      let width = unsafe try table.unpackGaps(unit, to: buffer)
      found = unsafe GapDecoder.decode(buffer, count: count, base: base, width: width)
    }
    guard found == last else {
      throw table.corrupted("unit \(unit) does not decode to documents up to \(last)")
    }
    documentUnit = unit
  }

  /// Lists the set bits; nil when they are not `count`.
  @unsafe
  private func decodeBitSet(count: Int) throws(SearchError) -> UInt32? {
    let (start, words, wordCount) = unsafe try bitSet()
    var filled = 0
    for index in 0..<wordCount {
      // SAFETY: `wordCount` words are readable (checked by `documentPayload`).
      var word = unsafe UInt64(
        littleEndian: words.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self))
      guard filled &+ word.nonzeroBitCount <= Limits.unitSize else { return nil }
      let first = start &+ UInt32(truncatingIfNeeded: index &* 64)
      while word != 0 {
        unsafe buffer[filled] = first &+ UInt32(truncatingIfNeeded: word.trailingZeroBitCount)
        word &= word &- 1
        filled &+= 1
      }
    }
    guard filled == count, count > 0 else { return nil }
    return unsafe buffer[count &- 1]
  }

  /// Decodes the unit's frequencies.
  ///
  /// - Precondition: not ``isExhausted``.
  /// - Throws: `corrupted`.
  @inline(__always)
  func loadFrequencies() throws(SearchError) {
    if frequencyUnit != unit { try decodeFrequencies() }
  }

  /// Up to so many frequencies of a unit are taken out one by one: unpacking it takes as long as some ten.
  static let fewFrequencies = 8

  /// Whether frequencies may be taken out of the unit one by one, and were not unpacked.
  @inline(__always)
  var hasPackedFrequencies: Bool { frequencyUnit != unit && count == Limits.unitSize }

  /// Takes the frequencies at `count` places out of the unit.
  ///
  /// - Precondition: ``hasPackedFrequencies``; places are below the unit's size.
  /// - Throws: `corrupted`.
  @unsafe
  func extractFrequencies(
    at places: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>
  ) throws(SearchError) {
    let header = try table.frequencyHeader(unit)
    let payload = unsafe try table.frequencyBytes(
      unit, byteCount: PatchedPacking.byteCount(header: header))
    for index in 0..<count {
      // SAFETY: the caller provides `count` places and room for as many numbers; places are masked.
      let place = unsafe Int(places[index]) & (Limits.unitSize &- 1)
      unsafe PatchedPacking.extract(
        place..<(place &+ 1), from: payload, header: header, to: target + index)
      unsafe target[index] &+= 1
    }
  }

  @inline(never)
  private func decodeFrequencies() throws(SearchError) {
    // SAFETY: the second half of the buffer has room for a unit.
    let target = unsafe buffer + Limits.unitSize
    let count = table.count(unit)
    let header = try table.frequencyHeader(unit)
    if count == Limits.unitSize {
      let payload = unsafe try table.frequencyBytes(
        unit, byteCount: PatchedPacking.byteCount(header: header))
      unsafe PatchedPacking.unpack(payload, header: header, to: target)
    } else {
      guard header <= 32, count < Limits.unitSize else {
        throw table.corrupted("unit \(unit) has \(count) frequencies of \(header) bits")
      }
      let payload = unsafe try table.frequencyBytes(
        unit, byteCount: ShortPacking.byteCount(count: count, width: Int(header)))
      unsafe ShortPacking.unpack(payload, count: count, width: Int(header), to: target)
    }
    for index in 0..<Limits.unitSize { unsafe target[index] &+= 1 }
    frequencyUnit = unit
  }
}
