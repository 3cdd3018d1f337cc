extension TextSource {
  /// Returns the source with a name in the notation of a schema file; nil if there is none.
  ///
  ///     plain                  the value is the text
  ///     html                   HTML as a browser shows it
  ///     html:alt:title         the same with the texts of `alt` and `title`; each may be left out
  ///     markdown               Markdown as its HTML is shown
  public static func named(_ name: String) -> TextSource? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    switch parts.first {
    case "plain" where parts.count == 1: return .plain
    case "markdown" where parts.count == 1: return .markdown
    case "html":
      var attributes: HTMLAttributes = []
      for part in parts.dropFirst() {
        switch part {
        case "alt": attributes.insert(.alternativeTexts)
        case "title": attributes.insert(.titles)
        default: return nil
        }
      }
      return .html(including: attributes)
    default: return nil
    }
  }
}
