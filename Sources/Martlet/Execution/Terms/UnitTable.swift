/// The places of a unit's documents by their numbers, for looking many of them up.
///
/// Writing a unit down takes as long as some dozen binary searches, and then each look-up is one load, so
/// it pays where two lists are about equally long.
@safe
final class UnitTable {
  /// From so many look-ups on.
  static let fewest = 16
  /// The most numbers from the first to the last document of a unit.
  private static let span = 8_192

  // SAFETY: `span` bytes and one more that stays 0, all 0 between two calls; freed with this object.
  private let places: UnsafeMutablePointer<UInt8>

  init() {
    unsafe places = .allocate(capacity: Self.span + 1)
    unsafe places.initialize(repeating: 0, count: Self.span + 1)
  }

  deinit {
    unsafe places.deallocate()
  }

  /// Whether the documents of a unit are close enough to each other.
  @unsafe @inline(__always)
  static func fits(_ documents: UnsafePointer<UInt32>, count: Int) -> Bool {
    // SAFETY: a unit has a document.
    unsafe documents[count &- 1] &- documents[0] < UInt32(span)
  }

  /// Finds those of `wanted` from `index` to below `end` that are at most `last` among `count` documents,
  /// which ``fits(_:count:)`` allows: which they are into `found`, and their places into `places`.
  ///
  /// - Returns: How many were found; `index` is then the first that was not looked up.
  @unsafe @inline(__always)
  func find(
    _ wanted: UnsafePointer<UInt32>, _ index: inout Int, _ end: Int, _ last: DocumentID,
    _ documents: UnsafePointer<UInt32>, count: Int, _ found: UnsafeMutablePointer<UInt32>,
    _ foundPlaces: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let places = unsafe places
    let first = unsafe documents[0]
    // SAFETY: documents rise, and the last one is within the span.
    for place in 0..<count {
      unsafe places[Int(documents[place] &- first)] = UInt8(truncatingIfNeeded: place &+ 1)
    }
    var foundCount = 0
    // SAFETY: what lies before the first document or behind the span is read as the byte behind it.
    while unsafe index < end && wanted[index] <= last {
      let offset = unsafe min(wanted[index] &- first, UInt32(Self.span))
      let place = unsafe UInt32(places[Int(offset)])
      unsafe found[foundCount] = UInt32(truncatingIfNeeded: index)
      unsafe foundPlaces[foundCount] = place &- 1
      foundCount &+= Int((place &+ 127) &>> 7)
      index &+= 1
    }
    unsafe places.update(repeating: 0, count: Int(documents[count &- 1] &- first) &+ 1)
    return foundCount
  }
}
