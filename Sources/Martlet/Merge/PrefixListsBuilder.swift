/// Builds lists for prefixes of words while a field's terms are merged in order; see
/// ``PrefixListsFormat``.
///
/// The prefixes of the current word are open, the longest last. Postings wait in one array until
/// the prefix that they belong to is complete. If adding them up takes long enough, the prefix's
/// list is written, and replaces its postings in the input of the next shorter prefix. Otherwise
/// the postings stay where they are and pass to the shorter prefix. So each posting is added up
/// once, and each list once more. Used by one thread.
///
/// - Complexity: about 3 ns per posting. Memory is 8 MiB of waiting postings, 4 bytes per document,
///   and the packed lists of the prefixes of one first letter.
@safe
final class PrefixListsBuilder {
  /// A prefix that is not complete.
  private struct Node: BitwiseCopyable {
    /// The number of bytes of the prefix.
    let byteCount: Int
    /// The index of its first waiting posting; those of longer prefixes come after its own.
    var start: Int
    /// The index of its first list; those of longer prefixes come after its own.
    var listStart: Int
    /// The number of its words so far.
    var termCount = 0
    /// The cost of adding them up, in postings.
    var cost = 0
  }

  /// A list in memory.
  private struct List {
    let info: TermInfo
    let bytes: ByteView
  }

  /// Returns the usual smallest cost, in postings, of a prefix that has a list in a segment of
  /// `documentCount` documents: some ten microseconds of work in a small segment, and lists of 6 to
  /// 7 % of the bytes in a large one.
  static func usualLeastCost(documentCount: Int) -> Int {
    max(1 << 14, documentCount + documentCount / 2)
  }

  /// The cost of opening a word when a prefix is searched, in postings.
  private static let costPerTerm = 32

  /// The number of waiting postings at which they are added up early.
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
  /// The waiting postings; see ``FrequencySums/add(_:count:)``.
  private let waiting = GrowingArray<UInt64>()
  /// The lists of postings that no longer wait.
  private var lists: [List] = []
  private let open = GrowingArray<Node>()
  /// The prefix of the current term, up to the longest prefix that can have a list.
  private let prefix = GrowingArray<UInt8>()
  /// True if the current term is a word, and not a stem.
  private var isWord = false

  /// - Parameters:
  ///   - postings: The buffer for the lists.
  ///   - leastCost: The smallest cost, in postings, of a prefix that has a list.
  ///   - mostWaiting: The number of waiting postings at which they are added up early.
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

  /// Begins `term`, which comes after all terms before.
  ///
  /// - Throws: `cancelled`, or the error of a failed write.
  func begin(_ term: Span<UInt8>) throws(SearchError) {
    isWord = !term.isEmpty && term[0] != AnalyzedTerm.stemMarker
    let limit = isWord ? min(term.count, PrefixListsFormat.longestByteCount) : 0
    var shared = 0
    while shared < min(prefix.count, limit) {
      guard term[shared] == prefix[shared] else { break }
      shared &+= 1
    }
    while open.count > 0, open[open.count &- 1].byteCount > shared { try close() }
    prefix.truncate(to: shared)
    for offset in shared..<max(shared, limit) {
      guard term[offset] != PrefixListsFormat.terminator else { break }
      let isWhole =
        offset &+ 1 == term.count
        || PrefixListsFormat.beginsCharacter(term[offset &+ 1])
      prefix.append(term[offset])
      guard isWhole else { continue }
      open.append(Node(byteCount: offset &+ 1, start: waiting.count, listStart: lists.count))
    }
    // Damaged terms, which need not be UTF-8, may have no prefix.
    isWord = open.count > 0
  }

  /// Adds a posting of the current term; postings may come in any order.
  @inline(__always)
  func add(_ document: DocumentID, _ frequency: UInt32) {
    guard isWord else { return }
    waiting.append(UInt64(document) &<< 32 | UInt64(frequency))
  }

  /// Adds `count` postings of the current term, with `base` added to their documents.
  @unsafe @inline(__always)
  func add(
    _ documents: UnsafePointer<UInt32>, _ frequencies: UnsafePointer<UInt32>, count: Int,
    base: DocumentID
  ) throws(SearchError) {
    guard isWord else { return }
    // SAFETY: the caller provides `count` numbers.
    for index in 0..<count { unsafe add(documents[index] &+ base, frequencies[index]) }
    try addUpIfFull()
  }

  /// Ends the current term, of which `count` postings were added.
  func end(count: Int) throws(SearchError) {
    guard isWord, count > 0 else { return }
    let last = open.count &- 1
    open[last].termCount &+= 1
    open[last].cost &+= count &+ Self.costPerTerm
    try addUpIfFull()
  }

  /// Adds up the waiting postings if there are many. Called for every few postings of a term.
  @inline(__always)
  func addUpIfFull() throws(SearchError) {
    if waiting.count >= mostWaiting { try addUpEarly() }
  }

  /// Ends the last term.
  ///
  /// - Throws: `cancelled`, or the error of a failed write.
  func end() throws(SearchError) {
    while open.count > 0 { try close() }
  }

  /// Appends the lists of `others`, whose prefixes have other first characters, which come after
  /// those of this builder. Both builders have ended.
  ///
  /// - Throws: `corrupted` or `cancelled`, or the error of a failed write.
  func append(_ others: PrefixListsBuilder, _ stop: MergeStop) throws(SearchError) {
    guard others.dictionary.termCount > 0 else { return }
    let part = try TermDictionary(Section(others.dictionary.finish()), hasPositions: false)
    try dictionary.append(contentsOf: part, postings: postings.byteCount, positions: 0)
    try others.postings.move(to: postings, poll: stop.check)
  }

  /// Adds the sections of the field `id` to `image`, if there is any list.
  ///
  /// - Throws: `cancelled`, or the error of a failed write.
  func finish(_ id: FieldID, into image: ImageWriter) throws(SearchError) {
    try end()
    guard dictionary.termCount > 0 else { return }
    try image.add(SectionID(.prefixLists, id), dictionary.finish())
    try postings.append(ByteView(copying: Array(repeating: 0, count: PostingsFormat.slack)))
    try postings.copy(SectionID(.prefixPostings, id), into: image)
  }

  /// Ends the longest open prefix. Its postings pass to the next shorter one, as a list or as they
  /// are.
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

  /// Adds up all waiting postings, so that they take less memory.
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

  /// Returns the sum of some lists and of the waiting postings from `start` to `end`; nil if it is
  /// empty.
  private func addUp(
    _ lists: ArraySlice<List>, from start: Int, to end: Int
  ) throws(SearchError) -> List? {
    if lists.count == 1, start == end { return lists[lists.startIndex] }
    let sums = sums
    // SAFETY: `start` and `end` are at most the number of waiting postings.
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

  /// Writes `list` to the sections as that of the first `byteCount` bytes of the current term.
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
