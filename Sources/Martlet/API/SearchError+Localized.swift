#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SearchError: LocalizedError {
  /// A sentence for people, in English.
  public var errorDescription: String? {
    switch code {
    case .corrupted: "The search index is damaged."
    case .formatTooNew: "The search index was made by a newer version of this app."
    case .schemaMismatch: "The search index was made by another version of this app."
    case .writerBusy: "The search index is being changed by another program."
    case .readOnly: "The search index cannot be changed."
    case .unknownField: "The search names a field that does not exist."
    case .unsuitableValue: "The search compares a field with a value of another kind."
    case .invalidRequest: "The search asks for something that its index does not have."
    case .notFound: "There is no search index."
    case .diskFull: "There is no room left on the disk for the search index."
    case .dataProtected: "The search index cannot be read while the device is locked."
    case .durabilityUnknown: "The last changes of the search index may not have been saved."
    case .documentRejected: "A document cannot be searched as it is."
    case .documentUnreadable: "A document of the search index cannot be read."
    case .rulesUnreadable: "A list of synonyms cannot be read."
    case .closed: "The search index was closed."
    case .suspended: "The search index cannot be changed while the app is in the background."
    case .cancelled: "The search index was closed before the work was done."
    case .limitExceeded: "The search index has reached a limit."
    default: "The search index cannot be read or written."
    }
  }

  /// The message, which says what was expected, what was found, and what to do next.
  public var failureReason: String? { message }
}

extension QueryError: LocalizedError {
  /// The message, the expected input and the suggestion, in English.
  public var errorDescription: String? { description }
}
