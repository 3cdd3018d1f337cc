/// The tokens of one field, document by document; each is the number of a term and a position.
///
/// Every token takes four bytes, in order. The two highest bits of a value say what the others are:
/// a term one position after the token before, a term at the same position, a number of positions
/// to leave out before the next token, or the beginning of a document. Memory comes in chunks, so
/// that nothing is copied when the stream grows. The inversion is one counting sort over the
/// stream, so no list per term ever grows.
@safe
final class TokenStream {
  @safe
  private struct Chunk {
    let start: UnsafeMutablePointer<UInt32>
    let capacity: Int
  }

  /// The number of tokens in the stream.
  private(set) var count = 0
  /// The chunks, all of them full except the last one, which is filled up to `next`.
  private var chunks: [Chunk] = []
  private var next: UnsafeMutablePointer<UInt32>
  private var chunkEnd: UnsafeMutablePointer<UInt32>
  private var position = -1
  private var capacity = 0

  /// The highest two bits of a value, which say what the others are.
  static let nextPosition: UInt32 = 0
  static let samePosition: UInt32 = 1 << 30
  static let step: UInt32 = 2 << 30
  static let document: UInt32 = 3 << 30
  /// The other bits.
  static let valueMask: UInt32 = 1 << 30 - 1

  private static let firstCapacity = 256
  private static let lastCapacity = 1 << 18

  init() {
    unsafe next = UnsafeMutablePointer.allocate(capacity: Self.firstCapacity)
    unsafe chunkEnd = next + Self.firstCapacity
    chunks.append(unsafe Chunk(start: next, capacity: Self.firstCapacity))
    capacity = Self.firstCapacity
  }

  deinit {
    for chunk in chunks { unsafe chunk.start.deallocate() }
  }

  /// The bytes of memory that the stream holds, including what sorting it will take.
  var memory: Int { capacity * 4 + count * 8 }

  /// Begins the tokens of `document`.
  ///
  /// - Precondition: `document` is above all earlier documents.
  func beginDocument(_ document: DocumentID) {
    put(Self.document | document)
    position = -1
  }

  /// Appends a token to the current document.
  ///
  /// - Precondition: `position` is not below that of the document's token before.
  @inline(__always)
  func append(term: UInt32, position: Int) {
    let distance = position &- self.position
    count &+= 1
    if distance == 0 || distance == 1 {
      put(distance == 0 ? Self.samePosition | term : term)
    } else {
      appendFar(term, distance)
    }
    self.position = position
  }

  @inline(never)
  private func appendFar(_ term: UInt32, _ distance: Int) {
    checkInvariant(distance > 1, "the token is \(-distance) positions before the last one")
    var rest = distance - 1
    while rest > 0 {
      let value = min(rest, Int(Self.valueMask))
      put(Self.step | UInt32(value))
      rest -= value
    }
    put(term)
  }

  @inline(__always)
  private func put(_ value: UInt32) {
    if unsafe next == chunkEnd { grow() }
    // SAFETY: `next` lies within the last chunk.
    unsafe next.pointee = value
    unsafe next += 1
  }

  @inline(never)
  private func grow() {
    let size = min(chunks[chunks.count - 1].capacity * 2, Self.lastCapacity)
    unsafe next = UnsafeMutablePointer.allocate(capacity: size)
    unsafe chunkEnd = next + size
    chunks.append(unsafe Chunk(start: next, capacity: size))
    capacity += size
  }

  /// Returns the tokens grouped by term, the terms by number, and within a term in the order of the
  /// stream.
  ///
  /// - Complexity: O(tokens + terms).
  func sortedByTerm(termCount: Int) -> SortedTokens {
    let sorted = SortedTokens(termCount: termCount, tokenCount: count)
    let ends = unsafe sorted.ends.elements
    unsafe forEachValue { value in
      // SAFETY: every token's term is below `termCount`.
      if value < Self.step { unsafe ends[Int(value & Self.valueMask) &+ 1] &+= 1 }
    }
    for term in 0..<termCount { unsafe ends[term &+ 1] &+= ends[term] }
    slot(into: sorted)
    return sorted
  }

  /// Writes each token to the index that the sums of the counts give.
  private func slot(into sorted: SortedTokens) {
    let ends = unsafe sorted.ends.elements
    let targets = unsafe sorted.tokens
    var document: UInt64 = 0
    var position: UInt32 = 0
    unsafe forEachValue { value in
      switch value & ~Self.valueMask {
      case Self.document:
        document = UInt64(value & Self.valueMask) &<< 32
        position = .max
        return
      case Self.step:
        position &+= value & Self.valueMask
        return
      case Self.nextPosition: position &+= 1
      default: break
      }
      let term = Int(value & Self.valueMask)
      // SAFETY: the term is below `termCount`; the sums of the counts are below the number of
      // tokens.
      let slot = unsafe ends[term]
      unsafe targets[Int(slot)] = document | UInt64(position)
      unsafe ends[term] = slot &+ 1
    }
  }

  /// Calls `body` with every value of the stream, in order.
  ///
  /// - Parameter part: 1 for all values, n for the first n-th of those in each chunk.
  @unsafe @inline(__always)
  func forEachValue(oneOf part: Int = 1, _ body: (UInt32) -> Void) {
    for chunk in chunks {
      let isLast = unsafe chunk.start + chunk.capacity == chunkEnd
      let count = unsafe isLast ? next - chunk.start : chunk.capacity
      for index in 0..<(count / part) {
        // SAFETY: all chunks except the last one are full.
        unsafe body(chunk.start[index])
      }
    }
  }
}

/// Tokens grouped by term; each has a document in its upper half and a position in its lower half.
@safe
final class SortedTokens {
  /// The end of each term's tokens, as an index into `tokens`.
  fileprivate let ends: GrowingArray<UInt32>
  // SAFETY: the memory has room for the tokens, all of which are set before one is read; it is
  // freed with this object.
  fileprivate let tokens: UnsafeMutablePointer<UInt64>

  fileprivate init(termCount: Int, tokenCount: Int) {
    ends = GrowingArray(zeros: termCount + 1)
    // Tokens are set in no order, most of them in another page of memory than the one before.
    let memory = unsafe SystemCalls.allocate(byteCount: max(1, tokenCount) * 8)
    unsafe tokens = memory.bindMemory(to: UInt64.self, capacity: tokenCount)
  }

  deinit {
    unsafe tokens.deallocate()
  }

  /// Returns the range of the tokens of `term` within ``elements``.
  @inline(__always)
  func range(of term: Int) -> Range<Int> {
    (term == 0 ? 0 : Int(ends[term &- 1]))..<Int(ends[term])
  }

  /// Returns the positions of `term`, document by document.
  func positions(of term: Int) -> [UInt32] {
    // SAFETY: a term's range lies within the tokens.
    range(of: term).map { UInt32(truncatingIfNeeded: unsafe tokens[$0]) }
  }

  /// Lends all tokens.
  @unsafe @inline(__always)
  var elements: UnsafePointer<UInt64> { unsafe UnsafePointer(tokens) }
}
