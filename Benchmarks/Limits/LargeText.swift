import Martlet
import MartletToolSupport

/// A document with a text of any length.
struct LargeText: SearchDocument {
  var searchKey: Int { number }
  var number: Int
  var text: String

  static let searchSchema = Schema<LargeText>(fields: [.text("text", \.text)])
}

/// Makes texts of real words, of any length.
struct LargeTexts {
  private let artworks: [Artwork]

  init() throws { artworks = try Artwork.collection() }

  /// Returns a document of about `byteCount` bytes of UTF-8.
  func document(_ number: Int, byteCount: Int) -> LargeText {
    var text = ""
    text.reserveCapacity(byteCount)
    var next = number &* 7
    while text.utf8.count < byteCount {
      text += artworks[next % artworks.count].text
      text += "\n"
      next += 1
    }
    return LargeText(number: number, text: text)
  }
}
