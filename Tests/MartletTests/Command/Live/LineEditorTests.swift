import Testing

@testable import MartletToolSupport

@Suite("A line that is edited")
struct LineEditorTests {
  private static func editor(_ keys: Key...) -> LineEditor {
    var editor = LineEditor()
    for key in keys { _ = editor.handle(key) }
    return editor
  }

  @Test("has whole characters, whatever they are made of")
  func characters() {
    #expect(Self.editor(.text("a👩‍👧é"), .backspace).text == "a👩‍👧")
    #expect(Self.editor(.text("e"), .text("\u{301}"), .backspace).text == "")
    #expect(Self.editor(.text("👩‍👧中"), .left, .left, .delete).text == "中")
    #expect(Self.editor(.text("ab"), .home, .right, .text("中")).text == "a中b")
    #expect(Self.editor(.backspace, .delete, .left, .right, .deleteWord).text == "")
  }

  @Test("loses words and ends")
  func deleting() {
    #expect(Self.editor(.text("one two  "), .deleteWord).text == "one ")
    #expect(Self.editor(.text("one two"), .left, .deleteWord).text == "one o")
    #expect(Self.editor(.text("one two"), .left, .deleteToEnd).text == "one tw")
    #expect(Self.editor(.text("one two"), .left, .deleteToStart).text == "o")
    #expect(Self.editor(.text("one"), .home, .end, .text("s")).text == "ones")
  }

  @Test("takes 4 KiB, and only says that it has changed when it has")
  func limits() {
    var editor = Self.editor(.text(String(repeating: "中", count: 10_000)))
    #expect(editor.text.utf8.count == 4_095)
    #expect(!editor.handle(.text("中")) && !editor.handle(.right) && !editor.handle(.up))
    #expect(editor.handle(.backspace) && editor.handle(.home) && !editor.handle(.home))
  }

  @Test("shows the part around the cursor in any width, with control characters escaped")
  func windows() {
    var editor = Self.editor(.text("東京 river delta 東京\u{202E}"))
    #expect(editor.window(width: 80) == ("東京 river delta 東京\\u202E", 27))
    #expect(editor.window(width: 12) == ("…東京\\u202E", 11))
    _ = editor.handle(.home)
    #expect(editor.window(width: 12) == ("東京 river …", 0))
    for _ in 0..<9 { _ = editor.handle(.right) }
    for width in 1...40 {
      let (text, cursor) = editor.window(width: width)
      #expect(text.terminalWidth <= width && cursor <= text.terminalWidth && cursor < width)
    }
    #expect(LineEditor().window(width: 1) == ("", 0))
  }
}

@Suite("Widths in a terminal")
struct TerminalWidthTests {
  @Test(
    "are those of most terminals",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("中", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("🚀", 2), ("👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤️", 2),
      ("❤", 1), ("سلام", 4), ("سَلام", 4), ("क्षि", 3), ("ไทย", 3), ("\u{200F}", 0), ("…", 1),
      ("⌚", 2), ("", 0),
    ])
  func width(text: String, width: Int) {
    #expect(text.terminalWidth == width)
  }

  @Test("are not filled with marks: a character keeps sixteen scalars")
  func marks() {
    let text = "a" + String(repeating: "\u{301}", count: 500) + "b"
    #expect(text.fitForTerminal().unicodeScalars.count == 17)
    #expect(text.fitForTerminal().terminalWidth == 2)
    #expect("👩‍👩‍👧‍👦 e\u{301}\u{7}".fitForTerminal() == "👩‍👩‍👧‍👦 e\u{301}\\u0007")
  }
}
