/// The changes of an index, as they happen.
///
/// See ``SearchIndex/changes``.
public struct IndexChanges<Key: SearchKey>: AsyncSequence, Sendable {
  /// An iterator over the changes that have not been taken yet.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    let mailbox: ChangeMailbox

    /// Waits for the next change.
    ///
    /// - Returns: Nil once the index is closed, and if the task is cancelled.
    public mutating func next() async -> IndexChange<Key>? {
      await mailbox.next().map { IndexChange($0) }
    }
  }

  let mailbox: ChangeMailbox

  /// Creates an iterator. Iterators of one sequence share the changes; get another sequence for
  /// another consumer.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(mailbox: mailbox) }
}

extension SearchIndex {
  /// The changes of documents from now on, by whatever part of the program, and in an index that
  /// was opened for reading also by other processes, as soon as it is refreshed.
  ///
  /// ```swift
  /// for await change in index.changes {
  ///   rows.removeAll { change.deletedKeys.contains($0.id) }
  /// }
  /// ```
  ///
  /// The sequence has each change once, also those before it is iterated. Changes that a consumer
  /// has not taken yet are combined into one, so a slow consumer delays no write and takes little
  /// memory. The sequence ends when the index is closed or released, which it does not prevent, and
  /// when the task is cancelled.
  ///
  /// Checkpoints, merges, and writes that only set bookmarks or delete what is not there are no
  /// changes.
  public var changes: IndexChanges<Document.Key> {
    IndexChanges(mailbox: ChangeMailbox(core.changes))
  }
}
