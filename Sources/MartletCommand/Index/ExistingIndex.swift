import Martlet
import MartletToolSupport

/// An index that is there before documents are put into it.
struct ExistingIndex {
  let folder: String
  let schema: RecordSchema
  /// The origin of the documents; nil if another program made the index.
  let origin: IndexOrigin?

  /// Opens the index in a folder, or returns nil if there is none.
  ///
  /// - Throws: ``ToolFailure`` if the index cannot be opened, or keeps no schema.
  init?(_ folder: String) throws(ToolFailure) {
    guard Surroundings.hasIndex(folder) else { return nil }
    self.folder = folder
    do throws(SearchError) {
      let index = try SearchIndex<Record>.readOnly(path: folder)
      schema = try index.recordSchema() ?? RecordSchema(fields: [])
      origin = IndexOrigin(bookmark: index.bookmark(IndexOrigin.bookmark))
    } catch {
      switch error.code {
      case .schemaMismatch: throw ToolFailure("\(error.sentence)\(error.wayOut); \(Self.wayOut)")
      default: throw ToolFailure(ToolFailure.sentence(error))
      }
    }
  }

  /// The way to begin again, for error messages.
  static let wayOut = "to begin anew with an empty index, add --rebuild"

  /// Makes sure that `--language` is not another one than that of the index.
  ///
  /// - Parameter language: The value of the option; nil if it was not given.
  func checkLanguage(_ language: String?, analyzer: String) throws(ToolFailure) {
    guard let language else { return }
    let texts = schema.fields.filter { $0.kind == .text }
    guard let other = texts.first(where: { $0.analyzer != analyzer }) else { return }
    let made =
      switch other.analyzer {
      case "standard": "without --language"
      case "automatic": "with --language automatic"
      case let name where name.hasPrefix("language:"): "with --language \(name.dropFirst(9))"
      case let name: "with the analyzer \(name)"
      }
    throw ToolFailure(
      "\(folder) was made \(made), not with --language \(language): leave out --language; "
        + Self.wayOut)
  }

  /// Returns the member that is the key of its documents.
  ///
  /// - Parameter key: The value of `--key`; nil if it was not given.
  func key(given key: String?) throws(ToolFailure) -> String {
    switch origin {
    case .lines(let known):
      guard let key, key != known else { return known }
      throw ToolFailure(
        "\(folder) was made with --key \(known), not with --key \(key): leave out --key; "
          + Self.wayOut)
    case .files(let root):
      throw ToolFailure(
        "\(folder) has the files of \(root), and takes no --input; use another folder for the "
          + "index, or \(Self.wayOut)")
    case nil: return key ?? "id"
    }
  }

  /// Makes sure that the index is one of the files of a folder, and of this one.
  func checkFiles(of root: String, fields: [String]) throws(ToolFailure) {
    // The first two came first; those that follow are added to an older index.
    let known = schema.fields.map(\.name)
    guard known.count >= 2, fields.starts(with: known) else {
      throw ToolFailure(
        "\(folder) has the fields \(fieldNames), and takes no --files; use another folder for the "
          + "index, or \(Self.wayOut)")
    }
    let contents: String
    switch origin {
    case .files(root), nil: return
    case .files(let known): contents = "the files of \(known), not of \(root)"
    case .lines: contents = "documents of --input, and takes no --files"
    }
    throw ToolFailure(
      "\(folder) has \(contents); use another folder for the index, or \(Self.wayOut)")
  }

  /// The names of the fields, for error messages.
  var fieldNames: String {
    schema.fields.map { "\($0.name) (\($0.kind.name))" }.joined(separator: ", ")
  }
}
