import Dispatch

/// Turns the documents of a batch into images, several at a time.
///
/// The documents are cut into ranges of about equal size, and each range becomes an image, or several
/// when one would take too much memory. Images come in the order of their documents, so searches find
/// the same however many threads there are.
struct BatchInverter {
  /// An image of some documents that stand together.
  struct Image: Sendable {
    var bytes: ByteView
    /// Tokens that gave no term because of their length or their number.
    var skippedTokenCount: Int
  }

  let schema: IndexSchema
  /// What the stored bounds are computed with.
  let parameters: BM25
  /// Bytes of memory that the images in the making take together.
  let memoryLimit: Int
  /// The ranges that are inverted at the same time.
  let concurrency: Int
  /// Bytes of documents that are not worth a thread of their own.
  let leastRangeByteCount: Int

  /// Gives the images of `documents` to `take`, in order.
  ///
  /// - Throws: `limitExceeded`, when a term has too many positions; what `take` throws.
  func invert(
    _ documents: [InputDocument], _ take: (Image) throws(SearchError) -> Void
  ) throws(SearchError) {
    let ranges = ranges(of: documents)
    for start in stride(from: 0, to: ranges.count, by: concurrency) {
      let round = ranges[start..<min(start + concurrency, ranges.count)]
      for result in invert(round.map { documents[$0] }) {
        for image in try result.get() { try take(image) }
      }
    }
  }

  /// The documents in ranges that fit into memory as many at a time as there are threads.
  private func ranges(of documents: [InputDocument]) -> [Range<Int>] {
    let byteCount = documents.reduce(0) { $0 + $1.byteCountHint }
    // Texts take about twice their size while they are inverted.
    let roundByteCount = max(memoryLimit / 2, 1)
    let roundCount = max(1, IntegerMath.ceilingDivide(byteCount, by: roundByteCount))
    let width = min(concurrency, max(1, byteCount / roundCount / max(leastRangeByteCount, 1)))
    let target = IntegerMath.ceilingDivide(byteCount, by: roundCount * width)
    var ranges: [Range<Int>] = []
    var (start, filled) = (0, 0)
    for (index, document) in documents.enumerated() {
      filled += document.byteCountHint
      guard filled >= target || index == documents.count - 1 else { continue }
      ranges.append(start..<(index + 1))
      (start, filled) = (index + 1, 0)
    }
    return ranges
  }

  /// The images of each range.
  private func invert(_ ranges: [ArraySlice<InputDocument>]) -> [Result<[Image], SearchError>] {
    if ranges.count == 1 { return [images(of: ranges[0])] }
    let results = Lock<[Int: Result<[Image], SearchError>]>([:])
    DispatchQueue.concurrentPerform(iterations: ranges.count) { index in
      let result = images(of: ranges[index])
      results.withLock { $0[index] = result }
    }
    return results.withLock { results in results.sorted { $0.key < $1.key }.map(\.value) }
  }

  private func images(of documents: ArraySlice<InputDocument>) -> Result<[Image], SearchError> {
    do throws(SearchError) {
      return .success(try makeImages(of: documents))
    } catch {
      return .failure(error)
    }
  }

  private func makeImages(
    of documents: ArraySlice<InputDocument>
  ) throws(SearchError) -> [Image] {
    let limit = memoryLimit / concurrency
    var images: [Image] = []
    var builder = makeBuilder()
    var unmeasured = 0
    for document in documents {
      if builder.documentCount == Limits.documentsPerSegment
        || unmeasured > limit / 32 && builder.memory > limit
      {
        images.append(try finish(builder))
        builder = makeBuilder()
      }
      // Asking for the memory looks at each field, so it is done once in a while.
      if unmeasured > limit / 32 { unmeasured = 0 }
      try builder.add(document)
      unmeasured += document.byteCountHint
    }
    images.append(try finish(builder))
    return images
  }

  private func makeBuilder() -> ImageBuilder {
    ImageBuilder(schema: schema, segmentID: .random(), parameters: parameters)
  }

  private func finish(_ builder: ImageBuilder) throws(SearchError) -> Image {
    let skippedTokenCount = builder.skippedTokenCount
    return Image(bytes: try builder.finish(), skippedTokenCount: skippedTokenCount)
  }
}
