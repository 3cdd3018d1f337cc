#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension HighlightedText {
  /// Returns the text as an `AttributedString`, with attributes of your choice on each highlighted
  /// range.
  ///
  /// - Parameter attributes: The attributes, such as a colour, or on Apple's platforms a strong
  ///   emphasis, which `Text` of SwiftUI shows in bold.
  public func attributed(_ attributes: AttributeContainer) -> AttributedString {
    parts.reduce(into: AttributedString()) { text, part in
      text += AttributedString(
        String(part.text), attributes: part.isHighlighted ? attributes : AttributeContainer())
    }
  }
}
