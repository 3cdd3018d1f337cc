import Martlet
import MartletTestSupport
import Testing

/// Signs that belong to Hebrew words, as keyboards have them and as books do.
@Suite("Hebrew")
struct HebrewTests {
  private struct Text: SearchDocument {
    var searchKey: Int
    let text: String
    static let searchSchema = Schema<Text>(fields: [.text("text", \.text)])
  }

  private static let texts = [
    "צה\"ל הודיע", "צה״ל הודיע", "ג'ורג' כאן", "ג׳ורג׳ כאן", "ל צה", "ת״א וגם ב\"ש",
    "ב\"הארץ\" חדשות היום", "הארץ של היום חדשות", "ח\"כים רבים",
  ]

  private func index() throws -> SearchIndex<Text> {
    let index = SearchIndex<Text>.inMemory()
    try index.writeSync { batch in
      for (number, text) in Self.texts.enumerated() {
        try batch.put(Text(searchKey: number, text: text))
      }
    }
    return index
  }

  @Test(
    "abbreviations and sounds are found with either sign",
    arguments: [
      ("צה\"ל", [0, 1]), ("צה״ל", [0, 1]), ("\"צה\"ל הודיע\"", [0, 1]), ("\"צה\"ל הוד", [0, 1]),
      ("text:צה\"ל", [0, 1]), ("-צה\"ל ל", [4]), ("{צה\"ל וגם}", [0, 1, 5]),
      ("ג'ורג'", [2, 3]), ("ג׳ורג׳", [2, 3]), ("\"ג'ורג' כאן\"", [2, 3]), ("ג'ור", [2, 3]),
      ("\"צה\" ל", [4]), ("ב״ש ת\"א", [5]), ("\"ת\"א וגם ב\"ש\"", [5]),
      // The quoted text is a word of its own, and what follows need not be adjacent.
      ("\"הארץ\" חדשות היום", [7]),
      ("ח\"כים", [8]), ("ח\"כים \"רבים\"", [8]),
    ])
  func signs(query: String, expected: [Int]) throws {
    let results = try index().searchSync(query)
    #expect(results.hits.map(\.id).sorted() == expected, "\(query)")
    #expect(results.matched == .all)
  }

  @Test("a quoted text after an article or a preposition of one letter is quoted")
  func openers() throws {
    func parsed(_ text: String) throws -> Query { try Query(parsing: text) }
    #expect(try parsed("ב\"הארץ\" חדשות") == parsed("ב \"הארץ\" חדשות"))
    #expect(try parsed("\"הארץ\" ו\"מעריב\"") == parsed("\"הארץ\" ו \"מעריב\""))
    #expect(try parsed("של\"הארץ חדשות") == parsed("של\\\"הארץ חדשות"))
  }

  @Test("a query with such a sign is printed and read again")
  func printing() throws {
    for text in ["צה\"ל", "\"צה\"ל הודיע\"", "text:צה\"ל", "{צה\"ל וגם}"] {
      let query = try Query(parsing: text)
      #expect(try Query(parsing: query.description) == query, "\(query)")
    }
    #expect(try Query(parsing: "צה\"ל") == .word("צה\"ל"))
  }
}
