import MartletTestSupport

@testable import Martlet

/// What a person types, how long each search takes, and how slow the consumer is.
struct LiveHistory {
  struct Keystroke {
    var text: String
    var pause: Duration
  }

  /// A search as it ran.
  struct Search {
    var text: String
    var start: VirtualClock.Instant
  }

  /// What has happened so far.
  struct Record {
    /// When each text was typed.
    var typed: [(text: String, time: VirtualClock.Instant)] = []
    /// The texts that have taken the place of those before.
    var arrived: [String] = []
    var searches: [Search] = []
    /// The texts whose searches ended when a newer text had arrived.
    var overtaken: Set<String> = []
    var answers: [String] = []
    /// The searches that gave an error to the consumer.
    var failureCount = 0
    var isOver = false
  }

  let keystrokes: [Keystroke]
  let seed: UInt64
  static let debounce = Duration.milliseconds(150)

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededRandom(seed: seed)
    var text = ""
    var keystrokes: [Keystroke] = []
    for number in 0..<random.int(in: 1..<14) {
      if random.oneIn(4) { text = String(text.dropLast()) } else { text += "\(number % 10)" }
      if random.oneIn(12) { text = "" }
      // Different each time, so that every answer says which text it belongs to; as long as the
      // text.
      let unique = String(String(Unicode.Scalar(0x4E00 + UInt32(number)) ?? "x") + text.dropFirst())
      keystrokes.append(
        Keystroke(
          text: text.isEmpty ? "" : unique,
          pause: .milliseconds(random.oneIn(3) ? 0 : random.int(in: 0..<250))))
    }
    self.keystrokes = keystrokes
  }
}

/// The texts of a history, each after its pause.
struct TypedTexts: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    let texts: TypedTexts
    var number = 0

    mutating func next() async throws -> String? {
      guard number < texts.keystrokes.count else { return nil }
      let keystroke = texts.keystrokes[number]
      number += 1
      if keystroke.pause > .zero { try await texts.clock.sleep(for: keystroke.pause) }
      texts.typed(keystroke.text)
      return keystroke.text
    }
  }

  let keystrokes: [LiveHistory.Keystroke]
  let clock: VirtualClock
  let typed: @Sendable (String) -> Void

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(texts: self) }
}

extension LiveHistory {
  /// Plays the history, and returns what has happened.
  func play() async -> Record {
    let clock = VirtualClock()
    let record = Lock(Record())
    let shared = Shared(record: record, clock: clock, seed: seed)
    let consumer = Task { await shared.consume(keystrokes) }
    while !shared.isOver {
      for _ in 0..<4 { await Task.yield() }
      clock.advance()
    }
    await consumer.value
    return shared.result
  }

  /// What the tasks of a history share.
  private final class Shared: Sendable {
    private let record: Lock<Record>
    private let random: Lock<SeededRandom>
    private let clock: VirtualClock

    init(record: consuming Lock<Record>, clock: VirtualClock, seed: UInt64) {
      self.record = record
      self.clock = clock
      random = Lock(SeededRandom(seed: seed &+ 0x5EED))
    }

    var isOver: Bool { record.withLock { $0.isOver } }
    var result: Record { record.withLock { $0 } }

    private func pause(below milliseconds: Int) -> Duration {
      .milliseconds(random.withLock { $0.int(in: 0..<milliseconds) })
    }

    func consume(_ keystrokes: [Keystroke]) async {
      let debounce = Debounce(duration: LiveHistory.debounce, longest: 2, clock: clock)
      let session = LiveSession(nil)
      let live = LiveSearch(inbox: session.inbox) { try await self.search($0) }
      let texts = TypedTexts(keystrokes: keystrokes, clock: clock) { [clock] text in
        self.record.withLock { $0.typed.append((text, clock.now)) }
      }
      let feeder = Task {
        for try await text in texts {
          session.inbox.put(SearchRequest(text), pause: debounce.pause(for: text))
          self.record.withLock { $0.arrived.append(text) }
        }
        session.inbox.end()
      }
      while let outcome = await live.next() {
        let text = try? outcome.text()
        record.withLock { record in
          if let text { record.answers.append(text) } else { record.failureCount += 1 }
        }
        try? await clock.sleep(for: pause(below: 120))
      }
      try? await feeder.value
      record.withLock { $0.isOver = true }
    }

    private func search(_ request: SearchRequest) async throws -> String {
      let text = request.typedText ?? "?"
      record.withLock { [clock] in $0.searches.append(Search(text: text, start: clock.now)) }
      let duration = pause(below: 90)
      if random.withLock({ $0.oneIn(4) }) {
        // One that does not notice that it is cancelled, and answers late.
        await Task { [clock] in try? await clock.sleep(for: duration) }.value
      } else {
        try await clock.sleep(for: duration)
      }
      record.withLock { record in
        let number = record.arrived.lastIndex(of: text) ?? record.arrived.count
        if number + 1 < record.arrived.count, !text.isEmpty { record.overtaken.insert(text) }
      }
      return text
    }
  }
}
