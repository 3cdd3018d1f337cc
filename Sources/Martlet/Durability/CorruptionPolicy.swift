/// The treatment of files of an index that are not what was written.
///
/// Nothing is removed because it cannot be read, at either policy: damaged files stay as they are.
/// ``SearchIndex/salvage(from:to:options:)-(URL,_,_)`` copies what is readable into another index.
public enum CorruptionPolicy: Sendable, Hashable {
  /// Damage is thrown as `corrupted`: an answer is about the whole index, or there is none.
  case fail
  /// Damage is left out, and the rest is searched.
  ///
  /// The smallest part that can be left out is a segment, or the end of the log: with half of a
  /// segment, or without the list of its deleted documents, answers would be wrong.
  /// ``SearchResults/isComplete`` is false from then on, and ``IndexStatistics/leftOut`` says what is
  /// missing. A writer quarantines the segment: its files are kept, and never opened again even
  /// if they are restored, because documents in them may have been replaced or deleted since. Deleting
  /// all documents, to write them anew from where they came from, makes the index whole.
  ///
  /// Readers also go on without the newest manifest, with the one before it. Writers refuse that:
  /// they would remove the files that only the damaged manifest names.
  case salvage
}
