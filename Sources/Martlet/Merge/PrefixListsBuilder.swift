/// Makes ready lists for beginnings of words while a field's terms are merged in order; see
/// ``PrefixListsFormat``.
///
/// The beginnings of the word at hand are open, the longest last. Postings wait in one array until
/// the beginning that they belong to is complete: if adding them up took long, its list is written, and
/// stands for all of them in what the list of the next shorter beginning is made of; else they stay
/// where they are and are the shorter one's. So each posting is added up once, and each list once
/// more. Used by one thread.
///
/// - Complexity: about 3 ns per posting. Memory is 8 MiB of waiting postings, 4 bytes per document, and
///   the packed lists of the beginnings of one first letter.
@safe
final class PrefixListsBuilder {
  /// A beginning of words that is not complete.
  private struct Node: BitwiseCopyable {
    /// Bytes of the beginning.
    let byteCount: Int
    /// Where its postings start among those that wait; those of longer beginnings lie behind them.
    var start: Int
    /// Where its lists start among those that are kept; those of longer beginnings lie behind them.
    var listStart: Int
    /// Its words so far.
    var termCount = 0
    /// What adding them up takes, in postings.
    var cost = 0
  }

  /// A list in memory.
  private struct List {
    let info: TermInfo
    let bytes: ByteView
  }

  /// From how many postings on a beginning has a list among so many documents: some ten microseconds of
  /// work in a small segment, and lists of 6 to 7 % of the bytes in a large one.
  static func usualLeastCost(documentCount: Int) -> Int {
    max(1 << 14, documentCount + documentCount / 2)
  }

  /// What opening a word takes when a prefix is asked for, in postings.
  private static let costPerTerm = 32

  /// How many postings wait before they are added up early.
  static let usualMostWaiting = 1 << 20

  private let leastCost: Int
  private let mostWaiting: Int
  private let documentCount: Int
  private let stop: MergeStop
  private let postings: SectionBuffer
  private let dictionary = TermDictionaryWriter(hasPositions: false)
  private let listBytes = ByteWriter()
  private let writer: PostingsWriter
  private lazy var sums = FrequencySums(documentCount: documentCount)
  /// Postings; see ``FrequencySums/add(_:count:)``.
  private let waiting = GrowingArray<UInt64>()
  /// Lists of postings that do not wait any more.
  private var lists: [List] = []
  private let open = GrowingArray<Node>()
  /// The beginning of the term at hand, as far as there are lists for beginnings.
  private let prefix = GrowingArray<UInt8>()
  /// Whether the term at hand is a word, and not a stem.
  private var isWord = false

  /// - Parameters:
  ///   - postings: Where the lists go.
  ///   - leastCost: From how many postings on a beginning has a list.
  ///   - mostWaiting: How many postings wait before they are added up early.
  init(
    into postings: SectionBuffer, documentCount: Int, norms: ByteView?, lengths: LengthTable?,
    leastCost: Int, mostWaiting: Int = usualMostWaiting, stop: MergeStop
  ) {
    self.postings = postings
    self.documentCount = documentCount
    self.leastCost = leastCost
    self.mostWaiting = mostWaiting
    self.stop = stop
    writer = PostingsWriter(into: listBytes, positions: nil, norms: norms, lengths: lengths)
  }

  /// Opens `term`, which comes after all terms before.
  ///
  /// - Throws: `cancelled`; what writing lists throws.
  @unsafe
  func begin(_ term: UnsafeBufferPointer<UInt8>) throws(SearchError) {
    isWord = unsafe !term.isEmpty && term[0] != AnalyzedTerm.stemMarker
    let limit = isWord ? min(term.count, PrefixListsFormat.longestByteCount) : 0
    var shared = 0
    while shared < min(prefix.count, limit) {
      // SAFETY: below the counts of both.
      guard unsafe term[shared] == prefix[shared] else { break }
      shared &+= 1
    }
    while open.count > 0, open[open.count &- 1].byteCount > shared { try close() }
    prefix.truncate(to: shared)
    for place in shared..<max(shared, limit) {
      // SAFETY: the limit is at most the term's count.
      guard unsafe term[place] != PrefixListsFormat.terminator else { break }
      // SAFETY: the next place is compared with the count.
      let isWhole =
        unsafe place &+ 1 == term.count
        || PrefixListsFormat.beginsCharacter(term[place &+ 1])
      unsafe prefix.append(term[place])
      guard isWhole else { continue }
      open.append(Node(byteCount: place &+ 1, start: waiting.count, listStart: lists.count))
    }
    // Damaged terms, which need not be UTF-8, may have no beginning.
    isWord = open.count > 0
  }

  /// Takes a posting of the term at hand; they may come in any order.
  @inline(__always)
  func add(_ document: DocumentID, _ frequency: UInt32) {
    guard isWord else { return }
    waiting.append(UInt64(document) &<< 32 | UInt64(frequency))
  }

  /// Takes `count` postings of the term at hand, whose documents are to be raised by `base`.
  ///
  /// - Throws: `cancelled`.
  @unsafe @inline(__always)
  func add(
    _ documents: UnsafePointer<UInt32>, _ frequencies: UnsafePointer<UInt32>, count: Int,
    base: DocumentID
  ) throws(SearchError) {
    guard isWord else { return }
    // SAFETY: the caller provides `count` numbers.
    for index in 0..<count { unsafe add(documents[index] &+ base, frequencies[index]) }
    if waiting.count >= mostWaiting { try addUpEarly() }
  }

  /// Ends the term at hand, of which `count` postings were taken.
  ///
  /// - Throws: `cancelled`.
  func end(count: Int) throws(SearchError) {
    guard isWord, count > 0 else { return }
    let last = open.count &- 1
    open[last].termCount &+= 1
    open[last].cost &+= count &+ Self.costPerTerm
    if waiting.count >= mostWaiting { try addUpEarly() }
  }

  /// Ends the last term.
  ///
  /// - Throws: `cancelled`; what writing lists throws.
  func end() throws(SearchError) {
    while open.count > 0 { try close() }
  }

  /// Adds the lists of `others`, which are of other first characters that come after these. Both have
  /// ended.
  ///
  /// - Throws: `corrupted`, `cancelled`; what writing lists throws.
  func append(_ others: PrefixListsBuilder, _ stop: MergeStop) throws(SearchError) {
    guard others.dictionary.termCount > 0 else { return }
    let part = try TermDictionary(Section(others.dictionary.finish()), hasPositions: false)
    try dictionary.append(contentsOf: part, postings: postings.byteCount, positions: 0)
    try others.postings.move(to: postings, poll: stop.check)
  }

  /// Adds the sections of the field `id` to `image`, if there is any list.
  ///
  /// - Throws: `cancelled`; what writing throws.
  func finish(_ id: FieldID, into image: ImageWriter) throws(SearchError) {
    try end()
    guard dictionary.termCount > 0 else { return }
    try image.add(SectionID(.prefixLists, id), dictionary.finish())
    try postings.append(ByteView(copying: Array(repeating: 0, count: PostingsFormat.slack)))
    try postings.copy(SectionID(.prefixPostings, id), into: image)
  }

  /// Ends the longest open beginning. What it has is the next shorter one's, as a list or as it is.
  private func close() throws(SearchError) {
    let parent = open.count &- 2
    let node = open[parent &+ 1]
    open.truncate(to: parent &+ 1)
    if node.termCount > 1, node.cost >= leastCost {
      let list = try addUp(lists[node.listStart...], from: node.start, to: waiting.count)
      waiting.truncate(to: node.start)
      lists.replaceSubrange(node.listStart..., with: list.map { [$0] } ?? [])
      if let list { try write(list, byteCount: node.byteCount) }
    }
    guard parent >= 0 else {
      lists.removeAll()
      return waiting.removeAll()
    }
    open[parent].termCount &+= node.termCount
    open[parent].cost &+= node.cost
  }

  /// Adds up all that waits, so that it takes less memory.
  private func addUpEarly() throws(SearchError) {
    let old = lists
    lists = []
    for index in 0..<open.count {
      let node = open[index]
      let isLast = index == open.count - 1
      let end = isLast ? waiting.count : open[index + 1].start
      let listEnd = isLast ? old.count : open[index + 1].listStart
      open[index].listStart = lists.count
      lists += old[node.listStart..<listEnd]
      if let list = try addUp([], from: node.start, to: end) { lists.append(list) }
    }
    for index in 0..<open.count { open[index].start = 0 }
    waiting.removeAll()
  }

  /// The sum of some lists and of the waiting postings from `start` to `end`; nil when it is empty.
  private func addUp(
    _ lists: ArraySlice<List>, from start: Int, to end: Int
  ) throws(SearchError) -> List? {
    if lists.count == 1, start == end { return lists[lists.startIndex] }
    let sums = sums
    // SAFETY: that many wait.
    unsafe sums.add(waiting.elements + start, count: end - start)
    for list in lists {
      try stop.check()
      try sums.add(list.info, Section(list.bytes), hasPositions: false, willRead: { _ in })
    }
    try stop.check()
    guard sums.write(to: writer) > 0 else { return nil }
    let info = try writer.finishTerm()
    try writer.finish()
    return List(info: info, bytes: listBytes.finish())
  }

  /// Adds `list` to the sections as that of the first bytes of the term at hand.
  private func write(_ list: List, byteCount: Int) throws(SearchError) {
    var info = list.info
    let start = postings.byteCount
    if !info.postings.isEmpty {
      try postings.append(list.bytes.slice(info.postings))
      info.postings = start..<postings.byteCount
    }
    dictionary.append(PrefixListsFormat.term((0..<byteCount).map { prefix[$0] }), info)
  }
}
