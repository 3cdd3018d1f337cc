/// An index of any document type, opened to look at its parts. It takes no lock, and writes
/// nothing.
///
/// The analyzers of its texts are not known, so it cannot be searched. Texts of documents that only
/// the log has count as one word each.
package struct InspectedIndex {
  private let core: IndexCore

  /// Opens the index in the folder at `path`.
  ///
  /// - Parameter policy: The treatment of damage.
  /// - Throws: `notFound` if there is no index; `corrupted` if it is damaged; `formatTooNew` or
  ///   `io`.
  package init(path: String, onCorruption policy: CorruptionPolicy) throws(SearchError) {
    core = try .openForReading(
      FileStorage(path: path, createIfMissing: false), schema: nil,
      options: IndexOptions(onCorruption: policy))
  }

  /// The counts of the index.
  package var statistics: IndexStatistics { core.statistics }

  /// Reads every byte of the index and compares it with its hash.
  ///
  /// - Throws: `io` or `dataProtected` if the files cannot be read at all.
  package func verify() throws(SearchError) -> VerificationReport {
    VerificationReport(problems: try core.verify(), statistics: core.statistics)
  }
}
