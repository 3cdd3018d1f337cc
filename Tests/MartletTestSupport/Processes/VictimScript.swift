/// The actions of the program that is killed, step by step: the parent derives them from the seed
/// alone.
package struct VictimScript: Sendable {
  /// A change of a batch.
  package enum Change: Sendable {
    case put(key: String, version: Int)
    case delete(key: String)
    case deleteAll
    case bookmark(name: String, bytes: [UInt8]?)
  }

  /// An action between two acknowledgements.
  package enum Step: Sendable {
    case write([Change])
    case checkpoint
    case compact
    case sync
    case reopen

    /// The changes, in order.
    package var changes: [Change] {
      if case .write(let changes) = self { changes } else { [] }
    }

    /// True when everything before survives this, whatever the level of durability.
    package var keeps: Bool {
      switch self {
      case .write: false
      case .checkpoint, .compact, .sync, .reopen: true
      }
    }
  }

  private let seed: UInt64
  private let writer: Int
  /// True when other threads write to the same index.
  private let isShared: Bool

  package init(_ order: VictimOrder, writer: Int) {
    seed = order.seed &+ UInt64(writer) &* 0x5851_F42D_4C95_7F2D
    self.writer = writer
    isShared = order.writers > 1
  }

  /// The names of all bookmarks that scripts set.
  package static let bookmarkNames = (0..<4).flatMap { writer in
    (0..<3).map { "\(writer)-mark\($0)" }
  }

  /// Step `number`, which depends on no other.
  package func step(_ number: Int) -> Step {
    var random = SeededRandom(seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    switch random.int(in: 0..<40) {
    case 0, 1: return .checkpoint
    case 2: return .compact
    case 3: return .sync
    case 4 where !isShared: return .reopen
    case 5 where !isShared && random.oneIn(3): return .write([.deleteAll, put(number, &random)])
    default:
      let count = random.oneIn(20) ? 120 : random.int(in: 1..<10)
      return .write((0..<count).map { _ in change(number, &random) })
    }
  }

  private func change(_ number: Int, _ random: inout SeededRandom) -> Change {
    switch random.int(in: 0..<10) {
    case 0, 1: return .delete(key: key(&random))
    case 2:
      let name = "\(writer)-mark\(random.int(in: 0..<3))"
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 50 + 1)
      return .bookmark(name: name, bytes: random.oneIn(4) ? nil : bytes)
    default: return put(number, &random)
    }
  }

  private func put(_ number: Int, _ random: inout SeededRandom) -> Change {
    .put(key: key(&random), version: number)
  }

  private func key(_ random: inout SeededRandom) -> String {
    "\(writer)-\(random.int(in: 0..<150))"
  }
}
