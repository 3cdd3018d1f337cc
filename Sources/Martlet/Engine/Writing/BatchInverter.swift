import Dispatch

/// Turns the documents of a batch into images, on several threads.
///
/// The documents are divided into ranges of about equal size. Each range becomes one image, or
/// several if one would take too much memory. The images are in the order of their documents, so
/// searches find the same on any number of threads.
struct BatchInverter {
  /// An image of some consecutive documents.
  struct Image: Sendable {
    var bytes: ByteView
    /// The number of tokens that gave no term, because of their length or their number.
    var skippedTokenCount: Int
  }

  let schema: IndexSchema
  /// The parameters with which the stored bounds are computed.
  let parameters: BM25
  /// The memory that the images being built take together, in bytes.
  let memoryLimit: Int
  /// The number of ranges that are inverted at the same time.
  let concurrency: Int
  /// The smallest size of documents that is worth a thread of its own, in bytes.
  let leastRangeByteCount: Int
  /// A segment with which the images will be merged; see ``PairListsEncoder``.
  var other: SegmentReader?

  /// Passes the images of `documents` to `take`, in order.
  ///
  /// - Throws: `limitExceeded` if a term has too many positions; the errors of `take`.
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

  /// Returns the documents in ranges, as many of which fit into memory at a time as there are
  /// threads.
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

  /// Returns the images of each range.
  private func invert(_ ranges: [ArraySlice<InputDocument>]) -> [Result<[Image], SearchError>] {
    if ranges.count == 1 { return [images(of: ranges[0])] }
    let results = Lock<[Int: Result<[Image], SearchError>]>([:])
    DispatchQueue.concurrentPerform(iterations: ranges.count) { index in
      let result = images(of: ranges[index])
      results.withLock { $0[index] = result }
    }
    return results.withLock { results in results.ordered { $0.key < $1.key }.map(\.value) }
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
    let limit = min(memoryLimit / concurrency, Self.mostMemory)
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
      // Computing the memory visits each field, so it is not done for every document.
      if unmeasured > limit / 32 { unmeasured = 0 }
      try builder.add(document)
      unmeasured += document.byteCountHint
    }
    images.append(try finish(builder))
    return images
  }

  /// The memory of one image before it is made: its tokens, of a few bytes each, are counted in 32
  /// bits.
  private static let mostMemory = Int(clamping: Int64(8) << 30)

  private func makeBuilder() -> ImageBuilder {
    let builder = ImageBuilder(schema: schema, segmentID: .random(), parameters: parameters)
    builder.other = other
    return builder
  }

  private func finish(_ builder: ImageBuilder) throws(SearchError) -> Image {
    let skippedTokenCount = builder.skippedTokenCount
    return Image(bytes: try builder.finish(), skippedTokenCount: skippedTokenCount)
  }
}
