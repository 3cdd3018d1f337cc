import MartletTestSupport
import Synchronization
import Testing

@testable import Martlet

@Suite("Live search")
struct LiveSearchTests {
  /// Searches that end when the test says so.
  private final class Searches: Sendable {
    private let started = Lock<[String]>([])
    private let cancelled = Lock<[String]>([])
    let clock = VirtualClock()

    var texts: [String] { started.withLock { $0 } }
    var cancelledTexts: [String] { cancelled.withLock { $0 } }

    func live(_ session: LiveSession) -> LiveSearch {
      LiveSearch(inbox: session.inbox) { [self] request in
        let text = request.typedText ?? "?"
        started.withLock { $0.append(text) }
        do {
          try await clock.sleep(for: .milliseconds(10))
        } catch {
          cancelled.withLock { $0.append(text) }
          throw error
        }
        return text
      }
    }
  }

  /// Waits until `condition` holds, for at most some minutes.
  private func until(_ condition: () -> Bool) async {
    await Waiting.until(condition)
    #expect(condition())
  }

  @Test("a newer text cancels the task of the search that it overtakes")
  func cancelling() async throws {
    let searches = Searches()
    let session = LiveSession(nil)
    let live = searches.live(session)
    session.inbox.put(SearchRequest("one"))
    async let answer = live.next()
    await until { searches.clock.sleeperCount == 1 }
    session.inbox.put(SearchRequest("two"))
    await until { searches.cancelledTexts == ["one"] && searches.texts == ["one", "two"] }
    await until { searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await answer?.text() == "two")
  }

  @Test("a change is searched for by the next who asks, if the one who did was cancelled")
  func cancelledAfterChange() async throws {
    let searches = Searches()
    let hub = ChangeHub()
    let session = LiveSession(hub)
    let live = searches.live(session)
    session.inbox.put(SearchRequest("one"))
    async let first = live.next()
    await until { searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await first?.text() == "one")
    session.inbox.noteChange()
    let cancelled = Task { await live.next() }
    await until { searches.clock.sleeperCount == 1 }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    session.inbox.end()
    session.inbox.endChanges()
    let next = Task { await live.next() }
    await until { searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await next.value?.text() == "one")
    #expect(await live.next() == nil)
  }

  @Test("the answer of a search that does not notice that it is cancelled is not given")
  func lateAnswer() async throws {
    let clock = VirtualClock()
    let session = LiveSession(nil)
    let live = LiveSearch(inbox: session.inbox) { request in
      await Task { try? await clock.sleep(for: .milliseconds(10)) }.value
      return request.typedText ?? "?"
    }
    session.inbox.put(SearchRequest("one"))
    async let answer = live.next()
    await until { clock.sleeperCount == 1 }
    session.inbox.put(SearchRequest("two"))
    clock.advance()
    await until { clock.sleeperCount == 1 }
    clock.advance()
    #expect(try await answer?.text() == "two")
  }

  @Test("a change during a search is answered by another one, after a wait for more changes")
  func changeDuringSearch() async throws {
    let searches = Searches()
    let session = LiveSession(
      ChangeHub(), beginPause: LiveInbox.pauses(of: .milliseconds(30), searches.clock))
    let live = searches.live(session)
    session.inbox.put(SearchRequest("one"))
    session.inbox.end()
    async let first = live.next()
    await until { searches.clock.sleeperCount == 1 }
    session.inbox.noteChange()
    searches.clock.advance()
    #expect(try await first?.text() == "one")
    async let second = live.next()
    await until { searches.clock.sleeperCount == 1 }
    #expect(searches.texts == ["one"])
    searches.clock.advance()
    await until { searches.texts.count == 2 && searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await second?.text() == "one")
    // With the last change, there is nothing to combine.
    session.inbox.noteChange()
    session.inbox.endChanges()
    async let third = live.next()
    await until { searches.texts.count == 3 && searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await third?.text() == "one")
    let fourth = await live.next()
    #expect(fourth == nil)
    #expect(searches.texts == ["one", "one", "one"])
  }

  @Test("the wait for more changes begins with the first one, not when somebody asks")
  func changeLongAgo() async throws {
    let clock = VirtualClock()
    let pauses = LiveInbox.pauses(of: .milliseconds(10), clock)
    let inbox = LiveInbox(followsChanges: true, beginPause: pauses)
    inbox.put(SearchRequest("one"))
    let first = try #require(try await inbox.next()?.get())
    inbox.beginSearch()
    #expect(inbox.finish(first))
    inbox.noteChange()
    // Somebody else waits for as long.
    async let other: Void = clock.sleep(for: .milliseconds(10))
    await until { clock.sleeperCount == 1 }
    inbox.noteChange()
    clock.advance()
    try await other
    let again = try #require(try await inbox.next()?.get())
    try await again.pause?()
    #expect(clock.sleeperCount == 0)
  }

  @Test("a consumer that is slow gets the newest text only, and nothing is searched ahead of it")
  func slowConsumer() async throws {
    let searches = Searches()
    let session = LiveSession(nil)
    let live = searches.live(session)
    for number in 0..<1_000 { session.inbox.put(SearchRequest("text \(number)")) }
    session.inbox.end()
    #expect(searches.texts.isEmpty)
    async let answer = live.next()
    await until { searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await answer?.text() == "text 999")
    #expect(searches.texts == ["text 999"])
    let end = await live.next()
    #expect(end == nil)
  }

  @Test("nothing to search for cancels the search, and gives no answer")
  func nothing() async throws {
    let searches = Searches()
    let session = LiveSession(nil)
    let live = searches.live(session)
    session.inbox.put(SearchRequest("one"))
    async let answer = live.next()
    await until { searches.clock.sleeperCount == 1 }
    session.inbox.put(nil)
    session.inbox.end()
    let end = await answer
    #expect(end == nil)
    #expect(searches.cancelledTexts == ["one"])
  }

  @Test("a cancelled consumer gets nothing, its search is cancelled, and another can go on")
  func cancelledConsumer() async throws {
    let searches = Searches()
    let session = LiveSession(nil)
    let live = searches.live(session)
    session.inbox.put(SearchRequest("one"))
    let consumer = Task { await live.next() }
    await until { searches.clock.sleeperCount == 1 }
    consumer.cancel()
    let end = await consumer.value
    #expect(end == nil)
    #expect(searches.cancelledTexts == ["one"])
    let waiting = Task { await live.next() }
    await until { searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await waiting.value?.text() == "one")
  }

  @Test("a consumer that waits ends when the session does")
  func released() async throws {
    var session: LiveSession? = LiveSession(nil)
    let live = Searches().live(try #require(session))
    let consumer = Task { await live.next() }
    try await Task.sleep(for: .milliseconds(5))
    session = nil
    let end = await consumer.value
    #expect(end == nil)
  }

  @Test(
    "a short text waits, a longer one and an empty one do not", arguments: ["", " ", "abc", "a b"])
  func notWaiting(text: String) {
    let debounce = Debounce(duration: .seconds(1), longest: 2, clock: VirtualClock())
    #expect(debounce.pause(for: text) == nil)
    #expect(debounce.pause(for: "ab") != nil)
    #expect(debounce.pause(for: "👩‍👩‍👧é") != nil)
    let none = Debounce(duration: .zero, longest: 2, clock: VirtualClock())
    #expect(none.pause(for: "ab") == nil)
  }

  @Test("the wait of a text begins when it arrives, not when its consumer asks")
  func waitFromArrival() async throws {
    let searches = Searches()
    let debounce = Debounce(duration: .seconds(1), longest: 2, clock: searches.clock)
    let session = LiveSession(nil)
    session.inbox.put(SearchRequest("a"), pause: debounce.pause(for: "a"))
    searches.clock.advance(by: .seconds(1))
    let live = searches.live(session)
    async let answer = live.next()
    await until { searches.texts == ["a"] && searches.clock.sleeperCount == 1 }
    searches.clock.advance()
    #expect(try await answer?.text() == "a")
  }
}

extension LiveSearch.Outcome {
  /// The answer of a search that gives its text.
  func text() throws -> String? { try result.get() as? String }
}
