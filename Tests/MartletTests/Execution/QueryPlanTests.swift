import MartletTestSupport
import Testing

@testable import Martlet

/// Plans without what matches nothing against the same plans with it.
@Suite("Nodes of a plan")
struct QueryPlanTests {
  /// Adds a random tree to `plan`, and to `whole` as it is.
  private func add(
    _ plan: inout QueryPlanBuilder, _ whole: inout [PlanNode], _ random: inout SeededRandom,
    depth: Int
  ) {
    guard depth > 0, random.oneIn(2) else {
      let leaf: PlanNode =
        switch random.int(in: 0..<5) {
        case 0, 1: .nothing
        case 2: .everything
        default: .term(random.int(in: 0..<4))
        }
      plan.append(leaf)
      return whole.append(leaf)
    }
    var counts = ClauseCounts(
      required: random.int(in: 0..<3), optional: random.int(in: 0..<4),
      prohibited: random.int(in: 0..<2))
    counts.atLeast = random.int(in: 0..<(counts.optional + 1))
    for _ in 0..<counts.total { add(&plan, &whole, &random, depth: depth - 1) }
    plan.appendGroup(counts)
    whole.append(.boolean(counts))
  }

  /// Returns whether a document with some terms matches, and the sum of the bits of the terms that
  /// add to its score.
  private func match(_ nodes: [PlanNode], _ terms: Set<Int>) -> (matches: Bool, score: Int) {
    nodes.folded { node, children in
      switch node {
      case .nothing, .phrase: return (false, 0)
      case .everything: return (true, 0)
      case .term(let place): return (terms.contains(place), terms.contains(place) ? 1 << place : 0)
      case .boolean(let counts):
        let required = children.prefix(counts.required)
        let optional = children.dropFirst(counts.required).prefix(counts.optional)
        let matches =
          required.allSatisfy(\.matches) && optional.count(where: \.matches) >= counts.atLeast
          && !children.suffix(counts.prohibited).contains(where: \.matches)
          && counts.required + counts.atLeast > 0
        let score = (required + optional).reduce(0) { $0 + ($1.matches ? $1.score : 0) }
        return (matches, matches ? score : 0)
      }
    }
  }

  @Test("match and score what they did before anything was removed", arguments: 0..<200)
  func sameAnswers(round: Int) {
    let seed = TestSeed.value &+ UInt64(round)
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      var plan = QueryPlanBuilder()
      var whole: [PlanNode] = []
      add(&plan, &whole, &random, depth: 4)
      #expect(plan.nodes.isOneTree, "seed \(seed)")
      for mask in 0..<16 {
        let terms = Set((0..<4).filter { mask >> $0 & 1 == 1 })
        #expect(match(plan.nodes, terms) == match(whole, terms), "seed \(seed): \(whole)")
      }
    }
  }

  @Test("have no group that matches nothing, is of one clause, or could do with all of its words")
  func shape() {
    var plan = QueryPlanBuilder()
    for leaf in [PlanNode.term(0), .nothing, .term(1)] { plan.append(leaf) }
    plan.appendGroup(ClauseCounts(optional: 3, atLeast: 2))
    guard plan.nodes.count == 3, case .boolean(let counts) = plan.nodes[2] else {
      Issue.record("\(plan.nodes)")
      return
    }
    #expect(counts == ClauseCounts(required: 2))
    plan.append(.nothing)
    plan.appendGroup(ClauseCounts(optional: 2, atLeast: 1))
    #expect(plan.nodes.count == 3, "any of one group is that group")
    plan.append(.nothing)
    plan.appendGroup(ClauseCounts(required: 2))
    guard plan.nodes.count == 1, case .nothing = plan.nodes[0] else {
      Issue.record("\(plan.nodes)")
      return
    }
  }
}
