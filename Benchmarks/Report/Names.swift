/// The titles and the order of engines, commands and classes of queries in a report.
enum Names {
  /// A name in result files, and its title.
  typealias Name = (key: String, title: String)

  static let engines: [Name] = [
    ("martlet", "Martlet"), ("tantivy", "Tantivy"), ("lucene", "Lucene"), ("fts5", "FTS5"),
  ]

  static let commands = [
    "TOP_10", "TOP_100", "TOP_1000", "TOP_10_COUNT", "TOP_100_COUNT", "TOP_1000_COUNT", "COUNT",
  ]

  static let classes: [Name] = [
    ("term", "term"), ("intersection", "AND"), ("union", "OR"), ("phrase", "phrase"),
    ("intersection_union", "must + should"), ("negated", "NOT"),
  ]

  /// Returns the title of an engine or a class; its name in the files if it has none.
  static func title(_ key: String) -> String {
    (engines + classes).first { $0.key == key }?.title ?? key
  }

  /// Returns the name of a chart's file.
  static func chart(_ command: String) -> String {
    let name = command.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return "performance-" + String(name) + ".svg"
  }
}
