/// The changes that a consumer has not taken yet, combined into one.
///
/// So a slow consumer delays nobody, takes a bounded amount of memory, and misses nothing.
final class ChangeMailbox: Sendable {
  private struct Content: Sendable {
    var changes = ChangeSet()
    var isFinished = false
  }

  private let content: Awaited<Content>
  private let subscription: ChangeSubscription

  /// Creates a mailbox for all changes that `hub` sends from now on.
  init(_ hub: ChangeHub) {
    let content = Awaited(Content())
    self.content = content
    subscription = hub.subscribe(
      ChangeHub.Follower { changes in
        guard changes.concernsDocuments else { return }
        content.update { $0.changes.add(changes) }
      } finish: {
        content.update { $0.isFinished = true }
      })
  }

  /// Waits for a change of documents, and takes all that there are.
  ///
  /// - Returns: Nil after the last change, and if the task is cancelled.
  func next() async -> ChangeSet? {
    let changes: ChangeSet?? = await content.next { content in
      guard content.changes.concernsDocuments else { return content.isFinished ? .some(nil) : nil }
      defer { content.changes = ChangeSet() }
      return content.changes
    }
    return changes ?? nil
  }
}
