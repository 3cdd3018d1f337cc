/// How engines, commands and classes of queries are called in a report, and in which order they
/// stand.
enum Names {
  /// A name in result files, and for people.
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

  /// The name for people of an engine or a class; the one in the files where there is none.
  static func title(_ key: String) -> String {
    (engines + classes).first { $0.key == key }?.title ?? key
  }

  /// The name of a chart's file.
  static func chart(_ command: String) -> String {
    let name = command.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return "performance-" + String(name) + ".svg"
  }
}
