/// A part of a segment that is left to search.
///
/// A strategy that is interrupted leaves the rest of its range in ``Collector/rest``, from which
/// several threads can continue. It has passed on all results before that point and none after it.
struct SearchRange: Sendable {
  /// The next block to search when lists lead one after another: all blocks with a higher bound,
  /// and those before it with the same bound, have been searched.
  private struct Point {
    var leader: Int
    var bound: UInt8
    var block: Int
  }

  /// The documents to search. If a list leads, a document belongs to the range in which its block
  /// ends.
  var documents: Range<DocumentID>
  /// True if the documents were counted.
  var isCounted = false
  private var point: Point?

  /// Creates a range of all of `documents`, which begin at a multiple of 64.
  init(_ documents: Range<DocumentID>) { self.documents = documents }

  /// Returns this range in parts of about `size` documents, each of which begins at a multiple of
  /// 64 if this range does.
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

  /// Returns the rest from `document` on, for a strategy that visits documents in order.
  func rest(from document: DocumentID) -> SearchRange {
    var rest = self
    rest.documents = document..<max(document, documents.upperBound)
    return rest
  }

  /// Returns the rest from the cursor's block on, for a strategy that visits the blocks with the
  /// highest bounds first.
  ///
  /// - Parameter leader: The number of lists that have led before.
  func rest(from cursor: PostingsCursor, leader: Int = 0) -> SearchRange {
    var rest = self
    rest.point = Point(leader: leader, bound: cursor.bound, block: cursor.block)
    return rest
  }

  /// Returns true if a leading list has at most one block, and the range is not what an interrupted
  /// search by bound left.
  @inline(__always)
  func isSimple(_ blocks: Range<Int>) -> Bool { blocks.count <= 1 && point == nil }

  /// Returns those of `blocks` that are still to be searched, the highest bounds first.
  ///
  /// - Parameter leader: The number of lists that have led before.
  func blocksByBound(
    _ blocks: Range<Int>, of cursor: PostingsCursor, leader: Int = 0
  ) -> ArraySlice<UInt32> {
    let sorted = cursor.blocksByBound(blocks)[...]
    guard let point, leader <= point.leader else { return sorted }
    guard leader == point.leader else { return [] }
    return sorted.drop { block in
      cursor.move(toBlock: Int(block))
      return cursor.bound > point.bound || cursor.bound == point.bound && block < point.block
    }
  }
}
