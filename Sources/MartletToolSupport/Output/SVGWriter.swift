/// A drawing as SVG text, written element by element.
package struct SVGWriter: Sendable {
  private var lines: [String] = []
  private var open: [String] = []

  /// Creates a drawing without elements.
  package init() {}

  /// Opens an element, which contains the following ones until ``close()``.
  package mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    lines.append(indent + "<\(name)\(Self.text(attributes))>")
    open.append(name)
  }

  /// Closes the element that was opened last.
  ///
  /// - Precondition: An element is open.
  package mutating func close() {
    let name = open.removeLast()
    lines.append(indent + "</\(name)>")
  }

  /// Adds an element, with `text` in it unless that is nil.
  package mutating func add(
    _ name: String, _ attributes: [(String, String)] = [], text: String? = nil
  ) {
    let start = indent + "<\(name)\(Self.text(attributes))"
    lines.append(start + (text.map { ">\(Self.escaped($0))</\(name)>" } ?? "/>"))
  }

  /// The whole text, with a final line end.
  ///
  /// - Precondition: No element is open.
  package var text: String {
    precondition(open.isEmpty, "an element is still open")
    return lines.map { $0 + "\n" }.joined()
  }

  private var indent: String { String(repeating: "  ", count: open.count) }

  private static func text(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
  }

  /// Returns the text with the special characters of XML escaped, and without characters that XML
  /// does not allow.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\t", "\n", "\r": result += " "
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
