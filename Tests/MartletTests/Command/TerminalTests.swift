import Foundation
import Testing

@testable import MartletToolSupport

@Suite("Terminals")
struct TerminalTests {
  @Test("are as wide as COLUMNS says, as they say themselves, or 80 columns")
  func width() {
    #expect(Terminal.width(environment: ["COLUMNS": "60"], reported: 120) == 60)
    #expect(Terminal.width(environment: [:], reported: 120) == 120)
    #expect(Terminal.width(environment: ["COLUMNS": "\(Int.max)"], reported: 120) == 10_000)
    for columns in ["", "0", "-3", "wide"] {
      #expect(Terminal.width(environment: ["COLUMNS": columns], reported: nil) == 80)
    }
    #expect(Terminal.width(environment: [:], reported: 0) == 80)
  }

  @Test("that are simple, or have no name, do not draw a line again")
  func redrawing() {
    #expect(Terminal.canRedraw(environment: ["TERM": "xterm-256color"]))
    #expect(!Terminal.canRedraw(environment: ["TERM": "dumb"]))
    #expect(!Terminal.canRedraw(environment: ["TERM": ""]))
    #expect(!Terminal.canRedraw(environment: [:]))
  }

  @Test("show words in colour unless they cannot, or a person has refused")
  func emphasis() {
    #expect(Terminal.emphasis(environment: ["TERM": "xterm"]) == .color)
    #expect(Terminal.emphasis(environment: ["TERM": "xterm", "NO_COLOR": ""]) == .color)
    #expect(Terminal.emphasis(environment: ["TERM": "xterm", "NO_COLOR": "1"]) == .none)
    #expect(Terminal.emphasis(environment: ["TERM": "dumb"]) == .none)
    #expect(Terminal.emphasis(environment: [:]) == .none)
  }

  @Test("get lines that are cut at their width, with their emphasis")
  func styledLines() {
    var line = StyledLine()
    line.append(" a \n")
    line.append("東京", isEmphasised: true)
    line.append(" b\u{7} ")
    let emphasis = Terminal.Emphasis.color
    #expect(line.text(.none) == "a 東京 b\\u0007")
    #expect(line.width == 15)
    #expect(line.shortened(to: 20).text(.none) == "a 東京 b\\u0007")
    #expect(line.shortened(to: 8).text(.none) == "a 東京 …")
    #expect(line.shortened(to: 5).text(.none) == "a 東…")
    #expect(line.shortened(to: 5).text(emphasis) == "a \(emphasis.start)東…\(emphasis.end)")
    #expect(line.shortened(to: 2).text(.none) == "a…")
  }

  @Test("get no control character as it is")
  func escaping() {
    let controls = [UInt32](0...0x1F) + [0x7F, 0x80, 0x9B, 0x9F, 0x2028, 0x202E, 0x2066]
    for value in controls {
      let scalar = Unicode.Scalar(value).map(String.init) ?? ""
      #expect("a\(scalar)b".escapingControls() == "a\\u" + String(format: "%04X", value) + "b")
    }
    #expect("a\u{1B}[31mb\nc".escapingControls(keepsLineEnds: true) == "a\\u001B[31mb\nc")
    #expect("a\r\nb".escapingControls(keepsLineEnds: true) == "a\\u000D\nb")
    let plain = "ä – 東京 e\u{301} 👩‍👧 \u{A0}\u{200D}"
    #expect(plain.escapingControls() == plain)
    #expect(" a \n\t\u{7}b ".onOneLine == "a \\u0007b")
  }

  @Test("get JSON that has the same value")
  func json() throws {
    let text = "\u{1B}\u{7F}\u{9B}\u{202E}\n\"\\"
    let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
    let escaped = json.escapingControls()
    #expect(escaped.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
    #expect(try JSONDecoder().decode([String].self, from: Data(escaped.utf8)) == [text])
  }
}
