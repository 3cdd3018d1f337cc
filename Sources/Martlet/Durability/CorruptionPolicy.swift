/// The treatment of damaged files of an index.
///
/// Neither policy removes a file because it cannot be read: damaged files stay as they are.
/// ``SearchIndex/salvage(from:to:schema:options:)-(URL,_,_,_)`` copies what is readable into
/// another index.
public enum CorruptionPolicy: Sendable, Hashable {
  /// Throws `corrupted` if anything is damaged, so that every answer is about the whole index.
  case fail
  /// Leaves out what is damaged and searches the rest.
  ///
  /// The smallest unit that can be left out is a segment, or the end of the log: with half of a
  /// segment, or without the list of its deleted documents, answers would be wrong.
  /// ``SearchResults/isComplete`` is false from then on, and ``IndexStatistics/leftOut`` lists what
  /// is missing. A writer quarantines the segment: its files are kept, and never opened again even
  /// if they are restored, because documents in them may have been replaced or deleted since. To
  /// make the index whole, delete all documents and write them again from their source.
  ///
  /// Readers also go on without the newest manifest, with the one before it. Writers refuse that:
  /// they would remove the files that only the damaged manifest names.
  case salvage
}
