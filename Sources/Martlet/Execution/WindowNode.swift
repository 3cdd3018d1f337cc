/// One node of a query while it is evaluated over windows of one segment.
///
/// Windows are visited in rising order: first ``match(from:to:)``, then, for the same window,
/// ``addScores(of:from:to:into:)``.
final class WindowNode {
  /// What the node stands for.
  enum Kind {
    case nothing
    case everything
    case term(TermScorer)
    case group(
      required: [WindowNode], optional: [WindowNode], prohibited: [WindowNode], atLeast: Int)
  }

  /// The documents of the window at hand that match.
  let bits = WindowBits()
  private let kind: Kind
  private let scratch = WindowBits()
  private lazy var counts = [UInt16](repeating: 0, count: ScoreWindow.size)

  init(_ kind: Kind) { self.kind = kind }

  /// The most that a document of the window can score; nil when none can match.
  func highestScore(from start: DocumentID, to end: DocumentID) -> Double? {
    switch kind {
    case .nothing: return nil
    case .everything: return 0
    case .term(let scorer):
      guard scorer.cursor.seek(start), scorer.cursor.firstPossibleDocument < end else {
        return nil
      }
      return scorer.highestScore(through: end &- 1)
    case .group(let required, let optional, _, let atLeast):
      var sum = 0.0
      for node in required {
        guard let highest = node.highestScore(from: start, to: end) else { return nil }
        sum += highest
      }
      var possible = 0
      for node in optional {
        guard let highest = node.highestScore(from: start, to: end) else { continue }
        sum += highest
        possible += 1
      }
      return possible < atLeast || required.isEmpty && atLeast == 0 ? nil : sum
    }
  }

  /// Finds the window's matching documents, deleted ones included.
  ///
  /// - Throws: `corrupted`.
  func match(from start: DocumentID, to end: DocumentID) throws(SearchError) {
    switch kind {
    case .nothing: bits.removeAll()
    case .everything: bits.fill(count: Int(end &- start))
    case .term(let scorer):
      bits.removeAll()
      try scorer.mark(from: start, to: end, in: bits)
    case .group(let required, let optional, let prohibited, let atLeast):
      try matchRequired(required, from: start, to: end)
      try matchOptional(optional, atLeast: atLeast, required.isEmpty, from: start, to: end)
      for node in prohibited where !bits.isEmpty {
        try node.match(from: start, to: end)
        bits.subtract(node.bits)
      }
    }
  }

  private func matchRequired(
    _ nodes: [WindowNode], from start: DocumentID, to end: DocumentID
  ) throws(SearchError) {
    guard let first = nodes.first else { return bits.removeAll() }
    try first.match(from: start, to: end)
    bits.copy(first.bits)
    // Every child must be matched, also after nothing is left: scoring asks for their sets.
    for node in nodes.dropFirst() {
      try node.match(from: start, to: end)
      bits.formIntersection(node.bits)
    }
  }

  private func matchOptional(
    _ nodes: [WindowNode], atLeast: Int, _ isAlone: Bool, from start: DocumentID,
    to end: DocumentID
  ) throws(SearchError) {
    scratch.removeAll()
    for node in nodes {
      try node.match(from: start, to: end)
      scratch.formUnion(node.bits)
    }
    guard atLeast > 0 else { return }
    if atLeast > 1 { keepCounted(nodes, atLeast) }
    if isAlone { bits.copy(scratch) } else { bits.formIntersection(scratch) }
  }

  /// Keeps in `scratch` what at least `atLeast` of the nodes match.
  private func keepCounted(_ nodes: [WindowNode], _ atLeast: Int) {
    for node in nodes { node.bits.forEach { offset in counts[offset] &+= 1 } }
    let all = scratch
    let kept = WindowBits()
    all.drain { offset in
      if counts[offset] >= atLeast { kept.insert(offset) }
      counts[offset] = 0
    }
    scratch.copy(kept)
  }

  /// Adds the scores of the documents of `mask` that this node matches.
  ///
  /// - Throws: `corrupted`.
  func addScores(
    of mask: WindowBits, from start: DocumentID, to end: DocumentID, into window: ScoreWindow
  ) throws(SearchError) {
    switch kind {
    case .nothing, .everything: return
    case .term(let scorer):
      guard scorer.weight > 0 else { return }
      try scorer.addScores(from: start, to: end, of: mask, into: window)
    case .group(let required, let optional, _, _):
      scratch.copy(mask)
      scratch.formIntersection(bits)
      guard !scratch.isEmpty else { return }
      for node in required + optional {
        try node.addScores(of: scratch, from: start, to: end, into: window)
      }
    }
  }
}
