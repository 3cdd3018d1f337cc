/// The documents of a segment whose positions a ``SpanSearch`` reads at one time, each with a
/// number.
final class SpanDocuments {
  /// The documents.
  let bitmap: DocumentBitmap
  /// The number of documents.
  private(set) var count = 0
  /// The number of each document.
  private let numbers: GrowingArray<UInt32>

  init(documentCount: Int) {
    bitmap = DocumentBitmap(documentCount: documentCount)
    numbers = GrowingArray(zeros: documentCount)
  }

  /// Adds `document`, which is none of those before.
  func insert(_ document: DocumentID) {
    bitmap.insert(document)
    numbers[Int(document)] = UInt32(truncatingIfNeeded: count)
    count += 1
  }

  func removeAll() {
    for index in 0..<bitmap.wordCount { bitmap[index] = 0 }
    count = 0
  }

  /// The number of a document that was added.
  @inline(__always)
  subscript(document: DocumentID) -> Int { Int(numbers[Int(document)]) }
}
