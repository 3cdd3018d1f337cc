/// Records the work of one search.
///
/// The search enters phases from the thread that it began on. Threads that help report what they
/// have read at the end of each segment, so that loops over postings do nothing for a trace.
final class SearchTracer: Sendable {
  /// A phase of a search, in the order of a trace.
  enum Phase: String, CaseIterable {
    case parse
    case resolve
    case lookUp = "look up"
    case search
    case facets
    case read
  }

  private struct State {
    var phase: (phase: Phase, start: ContinuousClock.Instant)?
    var durations: [Phase: Duration] = [:]
    var passes: [[Clause]] = []
    var postingCount = 0
  }

  fileprivate struct Clause {
    var name: String
    var leaf: PlanNode?
    var documentCount = 0
    var blockCount = 0
    var readBlockCount = 0
    var isMade = false
  }

  private let state = Lock(State())
  private let fields: [FieldDefinition]

  init(_ fields: [FieldDefinition]) { self.fields = fields }

  /// Ends the current phase and begins another.
  func enter(_ phase: Phase) {
    let now = ContinuousClock.now
    state.withLock { state in
      Self.endPhase(&state, now)
      state.phase = (phase, now)
    }
  }

  private static func endPhase(_ state: inout State, _ now: ContinuousClock.Instant) {
    guard let current = state.phase else { return }
    state.durations[current.phase, default: .zero] += current.start.duration(to: now)
    state.phase = nil
  }

  /// Begins a pass whose words were looked up.
  ///
  /// - Parameter leaves: The leaf of the plan for each node of the query.
  func beginPass(_ query: ResolvedQuery, _ leaves: [PlanNode?], _ plan: QueryPlan) {
    let names = ClauseNames(fields)
    var clauses: [Clause] = []
    for (node, leaf) in zip(query.nodes, leaves) {
      guard let leaf, let name = names.name(of: node) else { continue }
      var clause = Clause(name: name, leaf: leaf)
      if case .phrase(let number) = leaf {
        for term in plan.phrases[number].terms { clause.add(plan.terms[term]) }
        clause.documentCount =
          plan.phrases[number].terms.map {
            plan.terms[$0].documentFrequency
          }.min() ?? 0
      } else if case .term(let number) = leaf {
        clause.add(plan.terms[number])
        clause.documentCount = plan.terms[number].documentFrequency
      }
      clauses.append(clause)
    }
    state.withLock { $0.passes.append(clauses) }
  }

  /// Adds what was read of some lists in one segment.
  func add(_ lists: [(leaf: PlanNode, cursor: PostingsCursor)]) {
    state.withLock { state in
      guard let last = state.passes.indices.last else { return }
      for (leaf, cursor) in lists {
        for index in state.passes[last].indices {
          guard let known = state.passes[last][index].leaf, known.isSameList(as: leaf) else {
            continue
          }
          state.passes[last][index].readBlockCount += Int(cursor.readBlockCount)
          break
        }
      }
    }
  }

  /// Adds postings that a thread of the search has read.
  func add(postingCount: Int) { state.withLock { $0.postingCount += postingCount } }

  /// Ends the search and returns the trace.
  func finish() -> SearchTrace {
    let now = ContinuousClock.now
    return state.withLock { state in
      Self.endPhase(&state, now)
      return SearchTrace(
        phases: Phase.allCases.compactMap { phase in
          state.durations[phase].map { SearchTrace.Phase(name: phase.rawValue, duration: $0) }
        },
        passes: state.passes.map { clauses in
          SearchTrace.Pass(
            clauses: clauses.map { clause in
              SearchTrace.Clause(
                name: clause.name, documentCount: clause.documentCount,
                blockCount: clause.blockCount, readBlockCount: clause.readBlockCount,
                isMade: clause.isMade)
            })
        },
        postingCount: state.postingCount)
    }
  }
}

extension SearchTracer.Clause {
  /// Adds the lists of a term.
  fileprivate mutating func add(_ term: PlannedTerm) {
    for list in term.lists {
      guard let list else { continue }
      blockCount += IntegerMath.ceilingDivide(list.info.documentFrequency, by: Limits.blockSize)
      if list.madeByteCount > 0 { isMade = true }
    }
  }
}

extension PlanNode {
  /// True if both are the same word or phrase of a plan.
  fileprivate func isSameList(as other: PlanNode) -> Bool {
    switch (self, other) {
    case (.term(let one), .term(let another)), (.phrase(let one), .phrase(let another)):
      one == another
    default: false
    }
  }
}
