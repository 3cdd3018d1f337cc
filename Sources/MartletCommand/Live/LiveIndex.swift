import Martlet
import MartletToolSupport

/// The index that is searched as one types, with what is shown of its documents.
///
/// It follows other programs' changes, also if they put a new index in its place.
struct LiveIndex {
  private let arguments: CommandArguments
  private(set) var index: SearchIndex<Record>
  private(set) var texts: HitLines

  /// Opens the index that the arguments of the command name.
  ///
  /// - Throws: ``ToolFailure`` or ``UsageError``; the errors of opening it.
  init(_ arguments: CommandArguments) throws {
    self.arguments = arguments
    index = try OpenIndex.reading(arguments.required("DIR"))
    let schema = try index.recordSchema()
    texts = HitLines(
      fields: try SearchCommand.chosenFields(arguments, known: schema?.fields.map(\.name) ?? [])
        ?? IndexOrigin.shownFields(index, schema),
      textFields: schema?.fields.filter { $0.kind == .text }.map(\.name) ?? [],
      snippetField: try SearchCommand.snippetField(arguments, schema))
  }

  /// Makes other programs' changes visible. Returns true if there may be any.
  ///
  /// - Throws: The error of refreshing the index, if there is no new one in its place.
  mutating func refresh() throws(SearchError) -> Bool {
    do throws(SearchError) {
      return try index.refreshSync()
    } catch {
      guard let new = try? LiveIndex(arguments) else { throw error }
      self = new
      return true
    }
  }
}
