import Martlet
import MartletToolSupport

/// The lines of a document that was found: the values of its fields, and its best passage.
struct HitLines {
  /// The fields to show, and the text fields of the index.
  var fields: [String]
  var textFields: [String]
  /// True if the fields were chosen, so that a text is shown that is the key, which stands before
  /// it.
  var repeatsKey = false
  /// The field whose best passage is shown; nil to choose one for each document.
  var snippetField: String?

  /// The most characters of a summary that are looked at for a line of unlimited length.
  private static let longestSummary = 1 << 20
  /// The most bytes of a text whose beginning is shown with the words of the query emphasised.
  private static let shortText = 1 << 14

  /// Returns the values of the fields on one line, with the words of the query emphasised.
  ///
  /// - Parameter other: A field to leave out.
  func summary(
    of hit: Hit<Record>, without other: String? = nil, width: Int?
  ) throws(SearchError) -> StyledLine {
    let record = try hit.document()
    // Text beyond the line is not looked at: a document may have megabytes.
    let most = width.map { 4 * $0 } ?? Self.longestSummary
    var line = StyledLine()
    for field in fields where field != other {
      let words = record[field]?.words ?? []
      // A number that is as large as the key says something else.
      if !repeatsKey, case .string(let text) = record[field], text == record.key { continue }
      guard !words.isEmpty, line.count < most else { continue }
      if !line.isEmpty { line.append(" · ") }
      // In a long text, words are found for its best passage only.
      let isShort = words.allSatisfy { $0.utf8.count <= Self.shortText }
      if width != nil, isShort, textFields.contains(field) {
        for part in try hit.highlights(in: FieldRef(field)).parts where line.count < most {
          line.append(String(part.text.prefix(most)), isEmphasised: part.isHighlighted)
        }
      } else {
        line.append(String(words.joined(separator: " · ").prefix(most)))
      }
    }
    return line
  }

  /// Returns the best passage of the field that was asked for, or else of the text field with the
  /// longest one that has words of the query; and the name of the field.
  func passage(
    of hit: Hit<Record>, width: Int?
  ) throws(SearchError) -> (field: String, StyledLine)? {
    var best: (field: String, line: StyledLine)?
    for field in snippetField.map({ [$0] }) ?? textFields {
      let snippet = try snippet(of: hit, field, width: width)
      guard snippetField != nil || !snippet.isPlain else { continue }
      var line = StyledLine()
      for part in snippet.parts {
        line.append(String(part.text), isEmphasised: part.isHighlighted)
      }
      if line.count > best?.line.count ?? 0 { best = (field, line) }
    }
    return best
  }

  /// Returns a passage that fits into `width` columns, of which some characters take two.
  private func snippet(
    of hit: Hit<Record>, _ field: String, width: Int?
  ) throws(SearchError) -> HighlightedText {
    // Room for an ellipsis at both ends.
    let length = width.map { $0 - 2 } ?? SearchReport.snippetLength
    let snippet = try hit.snippet(FieldRef(field), length: .characters(length))
    guard let width, snippet.text.terminalWidth > width else { return snippet }
    return try hit.snippet(FieldRef(field), length: .characters(length / 2))
  }
}

extension Record.Value {
  /// The strings and numbers of the value, for a line of text.
  fileprivate var words: [String] {
    switch self {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .number(let number): [String(number)]
    case .bool(let flag): [String(flag)]
    case .array(let items): [items.flatMap(\.words).joined(separator: ", ")]
    case .null, .object: []
    }
  }
}
