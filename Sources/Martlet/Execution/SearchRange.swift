/// The part of a segment that a strategy has to look at.
///
/// A strategy that is interrupted leaves the rest of its range, from which several threads can go on
/// (``Collector/rest``). It has handed over all that comes before, and nothing behind.
struct SearchRange: Sendable {
  /// Where the lists that lead, one after the other, are looked at next: at a unit, after all that have
  /// a higher bound and those before it with the same.
  private struct Place {
    var leader: Int
    var bound: UInt8
    var unit: Int
  }

  /// The documents to look at. Where a list leads, a document stands in the unit that ends here.
  var documents: Range<DocumentID>
  /// Whether the documents were counted.
  var isCounted = false
  private var place: Place?

  /// All of `documents`, which begin at a multiple of 64.
  init(_ documents: Range<DocumentID>) { self.documents = documents }

  /// The same in ranges of about `size` documents, each of which begins at a multiple of 64 if this does.
  func divided(by size: Int) -> [SearchRange] {
    let count = documents.count
    let step = IntegerMath.roundUp(
      IntegerMath.ceilingDivide(max(1, count), by: max(1, count / size)), toMultipleOf: 64)
    return stride(from: Int(documents.lowerBound), to: Int(documents.upperBound), by: step).map {
      var range = self
      let end = min($0 + step, Int(documents.upperBound))
      range.documents = DocumentID(truncatingIfNeeded: $0)..<DocumentID(truncatingIfNeeded: end)
      return range
    }
  }

  /// The rest from `document` on, for a strategy that goes from document to document.
  func rest(from document: DocumentID) -> SearchRange {
    var rest = self
    rest.documents = document..<max(document, documents.upperBound)
    return rest
  }

  /// The rest from the unit of `cursor` on, where the units with the highest bounds come first.
  ///
  /// - Parameter leader: How many lists have led before.
  func rest(from cursor: PostingsCursor, leader: Int = 0) -> SearchRange {
    var rest = self
    rest.place = Place(leader: leader, bound: cursor.bound, unit: cursor.unit)
    return rest
  }

  /// Whether a list that leads has as much as one unit left, and no more.
  @inline(__always)
  func isSimple(_ units: Range<Int>) -> Bool { units.count <= 1 && place == nil }

  /// Those of `units` that are still to be looked at, the highest bounds first.
  ///
  /// - Parameter leader: How many lists lead before.
  func unitsByBound(
    _ units: Range<Int>, of cursor: PostingsCursor, leader: Int = 0
  ) -> ArraySlice<UInt32> {
    let sorted = cursor.unitsByBound(units)[...]
    guard let place, leader <= place.leader else { return sorted }
    guard leader == place.leader else { return [] }
    return sorted.drop { unit in
      cursor.move(toUnit: Int(unit))
      return cursor.bound > place.bound || cursor.bound == place.bound && unit < place.unit
    }
  }
}
