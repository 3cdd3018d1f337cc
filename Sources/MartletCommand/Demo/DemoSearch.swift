/// One search of the demonstration.
struct DemoSearch {
  /// The text that a person types.
  var query: String
  /// The feature that the search shows.
  var remark: String
  /// The texts that an artwork must all contain, for the scans; nil if scanning cannot answer the
  /// query.
  var needles: [String]?

  /// The searches whose hits are shown.
  static let shown = [
    DemoSearch(
      query: "storm lighthouse", remark: "two words, in any order and any field",
      needles: ["storm", "lighthouse"]),
    DemoSearch(
      query: "\"river thames\"", remark: "a phrase", needles: ["river thames"]),
    DemoSearch(
      query: "leon ferrari", remark: "accents and capitals do not matter",
      needles: ["leon", "ferrari"]),
    DemoSearch(
      query: "artist:hepworth wood", remark: "a field, and a word anywhere"),
    DemoSearch(
      query: "photog* -portraits", remark: "the beginning of a word, and what must not be there"),
    DemoSearch(query: "(cat OR dog) moon", remark: "one of two words, and a third"),
    DemoSearch(
      query: "artist:turner \"steam", remark: "half a query is a query: nothing is an error"),
  ]

  /// The searches for a word while it is typed letter by letter.
  static let typed = "waterfall".indices.map { index in
    DemoSearch(
      query: String("waterfall"[...index]), remark: "", needles: [String("waterfall"[...index])])
  }
}
