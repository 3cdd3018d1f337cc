/// The tokens of one field, document by document: each is a term's number and a position.
///
/// Eight bytes per token, written one behind the other. The inversion is one counting sort over the
/// stream, so that no list per term ever grows.
@safe
final class TokenStream {
  /// Term in the high half, position in the low half.
  private let tokens = GrowingArray<UInt64>(capacity: 256)
  private let documents = GrowingArray<UInt32>()
  /// Where each document's tokens start.
  private let starts = GrowingArray<Int>()

  /// Bytes of memory that the stream holds, and that sorting it will take.
  var memory: Int { tokens.memory + tokens.count * 8 + documents.memory + starts.memory }

  /// Tokens in the stream.
  var count: Int { tokens.count }

  /// Begins the tokens of `document`.
  ///
  /// - Precondition: it is above all documents before.
  func beginDocument(_ document: DocumentID) {
    documents.append(document)
    starts.append(tokens.count)
  }

  /// Adds a token to the document at hand.
  @inline(__always)
  func append(term: UInt32, position: UInt32) {
    tokens.append(UInt64(term) &<< 32 | UInt64(position))
  }

  /// The tokens in the order of their terms' numbers, within a term in the order of the stream.
  ///
  /// - Complexity: O(tokens + terms).
  func sortedByTerm(termCount: Int) -> SortedTokens {
    let sorted = SortedTokens(termCount: termCount, tokenCount: tokens.count)
    // SAFETY: every token's term is below `termCount`; the sums of the counts are the places.
    let ends = unsafe sorted.ends.elements
    let places = unsafe sorted.tokens.elements
    let all = unsafe tokens.elements
    for index in 0..<tokens.count {
      unsafe ends[Int(truncatingIfNeeded: all[index] &>> 32) &+ 1] &+= 1
    }
    for term in 0..<termCount { unsafe ends[term &+ 1] &+= ends[term] }
    var index = 0
    for number in 0..<documents.count {
      let document = UInt64(documents[number]) &<< 32
      let end = number &+ 1 < starts.count ? starts[number &+ 1] : tokens.count
      while index < end {
        let token = unsafe all[index]
        let term = Int(truncatingIfNeeded: token &>> 32)
        let place = unsafe ends[term]
        unsafe places[Int(place)] = document | token & 0xFFFF_FFFF
        unsafe ends[term] = place &+ 1
        index &+= 1
      }
    }
    return sorted
  }
}

/// Tokens grouped by term; each is a document in the high half and a position in the low half.
@safe
final class SortedTokens {
  /// Where each term's tokens end.
  fileprivate let ends: GrowingArray<UInt32>
  fileprivate let tokens: GrowingArray<UInt64>

  fileprivate init(termCount: Int, tokenCount: Int) {
    ends = GrowingArray(capacity: termCount + 1)
    for _ in 0...termCount { ends.append(0) }
    tokens = GrowingArray(capacity: tokenCount)
    tokens.setCountOfUninitialized(tokenCount)
  }

  /// Where the tokens of `term` stand.
  @inline(__always)
  func range(of term: Int) -> Range<Int> {
    (term == 0 ? 0 : Int(ends[term &- 1]))..<Int(ends[term])
  }

  /// Lends all tokens.
  @unsafe @inline(__always)
  var elements: UnsafePointer<UInt64> { unsafe UnsafePointer(tokens.elements) }
}
