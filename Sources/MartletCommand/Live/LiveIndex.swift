import Foundation
import Martlet
import MartletToolSupport

/// The index that is searched as one types, with what is shown of its documents.
///
/// It follows other programs' changes, also if they put a new index in its place.
struct LiveIndex {
  private let arguments: CommandArguments
  private(set) var index: SearchIndex<Record>
  private(set) var texts: HitLines
  /// The folder that was opened, and not one that takes its place.
  private let folder: FolderIdentity?

  /// Opens the index that the arguments of the command name.
  ///
  /// - Throws: ``ToolFailure`` or ``UsageError``; the errors of opening it.
  init(_ arguments: CommandArguments) throws {
    self.arguments = arguments
    folder = FolderIdentity(path: arguments.required("DIR"))
    index = try OpenIndex.reading(arguments.required("DIR"))
    let schema = try index.recordSchema()
    texts = HitLines(
      fields: try SearchCommand.chosenFields(arguments, known: schema?.fields.map(\.name) ?? [])
        ?? IndexOrigin.shownFields(index, schema),
      textFields: schema?.fields.filter { $0.kind == .text }.map(\.name) ?? [],
      repeatsKey: arguments.value("--fields") != nil,
      snippetField: try SearchCommand.snippetField(arguments, schema))
  }

  /// Makes other programs' changes visible. Returns true if there may be any.
  ///
  /// - Throws: The error of refreshing the index, if there is no new one in its place.
  mutating func refresh() throws(SearchError) -> Bool {
    if FolderIdentity(path: arguments.required("DIR")) != folder, reopen() { return true }
    do throws(SearchError) {
      return try index.refreshSync()
    } catch {
      guard reopen() else { throw error }
      return true
    }
  }

  /// Opens the index that is there now. Returns false if there is none.
  private mutating func reopen() -> Bool {
    guard let new = try? LiveIndex(arguments) else { return false }
    self = new
    return true
  }
}

/// The marks that tell a folder from others that have had, or will have, the same path.
private struct FolderIdentity: Equatable {
  private let names: [String]

  /// Returns nil if there is no folder at `path`.
  init?(path: String) {
    let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
    guard let attributes else { return nil }
    let numbers = [FileAttributeKey.systemNumber, .systemFileNumber].map { attributes[$0] }
    names = [folder] + numbers.map { $0.map { "\($0)" } ?? "" }
  }
}
