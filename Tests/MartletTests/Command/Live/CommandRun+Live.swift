#if os(macOS) || os(Linux)
  import MartletToolSupport
  import Testing

  extension CommandRun {
    /// Documents with a word in common, in several scripts, one of them made to spoil a screen.
    private static let liveDocuments = #"""
      {"id": "latin", "title": "The long way down", "text": "Seen from above, the delta is a tree whose leaves are islands and whose trunk is the sea; nobody has counted them, and each flood makes the count wrong again before it is written down by anyone."}
      {"id": "中文", "title": "三角洲的地理", "text": "河流在入海口分成许多支流，泥沙沉积形成平原，这就是 delta 的由来，也是世界上人口最稠密的地区之一，水稻和鱼类养活了千百万人，而海平面上升正在威胁他们的家园。"}
      {"id": "عربي", "title": "دلتا النيل", "text": "تقع المدينة عند مصب النهر حيث تتفرع المياه إلى فروع كثيرة، وهذا ما يسمى delta في لغات أخرى، وتعيش فيها ملايين الناس منذ آلاف السنين على الزراعة والصيد."}
      {"id": "emoji", "title": "🌊🏝️ boats", "text": "👩‍👩‍👧‍👦 went to the delta 🚤🌊 and saw 🐟🐠🦀 until 🌅; 👍🏽"}
      {"id": "evil\u001b[2J", "title": "\u001b]0;owned\u0007 \u009b31m \r\n\u202eabc\u2066x\u2028y\u200dz\u0000", "text": "be\u0301fore\u001b[2J\u001b[H the delta \u202edelta\u202c a\#(marks)b \u0008\u0008 xxxxx\#(long)"}
      """#
    private static let marks = String(repeating: "\u{301}", count: 300)
    private static let long = String(repeating: "x", count: 5_000)

    /// A folder with an index of them, `i`.
    static func withLiveIndex() throws -> CommandRun {
      let run = try CommandRun()
      try run.write("a.jsonl", liveDocuments)
      #expect(run("index @i --input @a.jsonl --text title --text text") == .success)
      return run
    }
  }
#endif
