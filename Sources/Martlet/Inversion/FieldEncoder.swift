/// Turns the tokens of one field into its dictionary, postings and positions.
///
/// - Complexity: O(tokens + terms · log terms), about 12 ns per token.
struct FieldEncoder {
  /// The writer of the field's terms.
  let dictionary: TermDictionaryWriter
  /// The writer of their postings, and of their positions if the field keeps them.
  let postings: PostingsWriter
  /// The writer of the field's column, if it has one.
  let column: ColumnWriter?
  /// The encoder of lists of pairs, if the field has any.
  let pairs: PairListsEncoder?

  /// Writes all terms of `field`, in the order of their bytes.
  func encode(_ field: FieldInverter) throws(SearchError) {
    let sorted = field.stream.sortedByTerm(termCount: field.terms.count)
    let numbers = field.terms.sortedNumbers()
    let differences = GrowingArray<UInt32>()
    let ahead = TermsAhead()
    for start in stride(from: 0, to: numbers.count, by: TermsAhead.capacity) {
      let end = min(start + TermsAhead.capacity, numbers.count)
      ahead.load(numbers[start..<end], of: field.terms, sorted)
      for index in 0..<ahead.count {
        let entry = unsafe ahead[index]
        // SAFETY: the entry's tokens and its term live until the end of this function.
        let tokens = unsafe sorted.elements + entry.start
        try unsafe encode(entry, numbers[start + index], tokens, differences)
      }
    }
    try postings.finish()
  }

  @unsafe @inline(__always)
  private func encode(
    _ entry: TermsAhead.Entry, _ number: UInt32, _ tokens: UnsafePointer<UInt64>,
    _ differences: GrowingArray<UInt32>
  ) throws(SearchError) {
    guard unsafe entry.count > 0 else { return }
    differences.removeAll()
    // SAFETY: the caller provides the entry's tokens.
    unsafe append(tokens, count: entry.count, differences)
    if let positions = postings.positions {
      differences.withSpan { positions.append($0) }
    }
    let info = try postings.finishTerm()
    unsafe dictionary.append(entry.term.span, info)
    column?.endTerm()
    unsafe pairs?.take(entry.term.span, number: number, info)
  }

  /// Appends one term's postings, and fills `differences` with the differences of its positions.
  @unsafe @inline(__always)
  private func append(
    _ tokens: UnsafePointer<UInt64>, count: Int, _ differences: GrowingArray<UInt32>
  ) {
    var document = unsafe tokens[0] &>> 32
    var frequency: UInt32 = 0
    var previous: UInt32 = 0
    for index in 0..<count {
      // SAFETY: the caller provides `count` tokens, at least one.
      let token = unsafe tokens[index]
      if token &>> 32 != document {
        append(DocumentID(truncatingIfNeeded: document), frequency)
        document = token &>> 32
        frequency = 0
        previous = 0
      }
      let position = UInt32(truncatingIfNeeded: token)
      differences.append(position &- previous)
      previous = position
      frequency &+= 1
    }
    append(DocumentID(truncatingIfNeeded: document), frequency)
  }

  @inline(__always)
  private func append(_ document: DocumentID, _ frequency: UInt32) {
    postings.append(document: document, frequency: frequency)
    column?.append(document)
  }
}
