import MartletTestSupport
import Testing

@testable import Martlet
@testable import MartletBench

@Suite("Hostile HTML and Markdown")
struct HostileTextTests {
  private func steps(_ source: TextSource, _ text: String) -> Int {
    let read = ReadText()
    source.read(text, into: read)
    return read.stepCount
  }

  @Test("twice the text takes at most 2.2 times the steps", arguments: HostileFamily.markup)
  func linear(family: HostileFamily) {
    let size = 20_000
    for source in [TextSource.html, .markdown] {
      let once = steps(source, family.text(size))
      let twice = steps(source, family.text(2 * size))
      #expect(Double(twice) <= 2.2 * Double(once), "\(source.name): \(once), \(twice)")
      #expect(once <= 64 * (size + 100), "\(source.name): \(once)")
    }
  }

  @Test("depth does not matter")
  func depth() {
    let depth = 100_000
    let tags = String(repeating: "<div><b>", count: depth) + "word"
    #expect(TextSource.html.words(of: tags) == "word")
    #expect(TextSource.markdown.words(of: tags) == "word")
    #expect(TextSource.markdown.words(of: String(repeating: ">", count: depth) + " word") == "word")
    #expect(TextSource.markdown.words(of: String(repeating: "- ", count: depth) + "word") == "word")
    let links =
      String(repeating: "[", count: depth) + "word" + String(repeating: "](x)", count: depth)
    #expect(TextSource.markdown.words(of: links).contains("word"))
    let bold =
      String(repeating: "**", count: depth) + "word" + String(repeating: "**", count: depth)
    #expect(TextSource.markdown.words(of: bold) == "word")
  }

  @Test("words of hostile text keep the promises", arguments: HostileFamily.plain)
  func plain(family: HostileFamily) {
    let bytes = Array(family.text(3_000).utf8)
    #expect(AnalysisInvariants.violation(.tokenizer, bytes) == nil)
    #expect(AnalysisInvariants.violation(.folding, bytes) == nil)
    let text = family.text(3_000)
    let counts = AnalysisProbe.count([text], repeats: 1, analyzer: .standard)
    #expect(counts.tokens == Analyzer.standard.tokens(in: text).count)
  }

  @Test("a text may end anywhere", arguments: AnalysisInvariants.Subject.allCases)
  func truncated(subject: AnalysisInvariants.Subject) {
    let bytes = Array(Self.page.utf8)
    for count in 0...bytes.count {
      let violation = AnalysisInvariants.violation(subject, Array(bytes.prefix(count)))
      #expect(violation == nil, "\(count) bytes")
    }
  }

  @Test("any bytes are read", arguments: AnalysisInvariants.Subject.allCases)
  func mutated(subject: AnalysisInvariants.Subject) {
    let seed = TestData.seed
    var random = SeededRandom(seed: seed)
    let page = Array(Self.page.utf8)
    for _ in 0..<400 {
      let start = random.int(in: 0..<page.count)
      var bytes = Array(page[start...].prefix(random.int(in: 1..<300)))
      for _ in 0..<random.int(in: 1..<12) {
        let place = random.int(in: 0..<bytes.count)
        switch random.int(in: 0..<4) {
        case 0: bytes[place] = UInt8(random.int(in: 0..<256))
        case 1: bytes.insert(page[random.int(in: 0..<page.count)], at: place)
        case 2 where bytes.count > 1: bytes.remove(at: place)
        default: bytes += bytes[place...].prefix(40)
        }
      }
      let violation = AnalysisInvariants.violation(subject, bytes)
      #expect(violation == nil, "seed \(seed): \(bytes)")
      if violation != nil { return }
    }
  }

  @Test("what a fuzzer has found stays right", arguments: Finding.all)
  func findings(finding: Finding) {
    #expect(AnalysisInvariants.violation(finding.subject, finding.bytes) == nil)
  }

  /// A little of everything.
  private static let page = """
    ---
    title: "Títle"
    ---
    # H <b class="x" title='y'>e</b>ad &eacute;&nGt;&#x1F600; {{domxref("A.b", "c")}} #
    a *b* **c _d_** `e` ``f`g`` [h](i "j") ![k](l) [m][n] <o@p.q> <!-- r --> \\* ~~s~~
    > - t
    >   1. u
    lazy <script>v<!--<script>w</script>--></script><style>x</style>
    ```y
    z
    ```
    | a | b |
    |---|:-:|
    | `c|d` | e\\|f | 한국어 東京 ภาษา 👩‍👩‍👧 e\u{301}\u{323}

    <![CDATA[ g ]]> <?h?> <textarea>i</textarea>

    [n]: <j> 'k'
    [^1]: l {{RFC(1, "m")}}
    """
}
