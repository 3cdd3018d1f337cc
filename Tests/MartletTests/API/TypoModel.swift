import MartletTestSupport

/// Random texts of words that are like each other, queries for them, and what these find.
struct TypoModel {
  /// A text that a person types, and the conditions that it stands for.
  struct Query {
    var text: String
    fileprivate var words: [Word]

    /// Returns true if the texts of a document have all words.
    func matches(_ fields: String...) -> Bool {
      words.allSatisfy { word in word.isExcluded != fields.contains { word.isIn($0) } }
    }
  }

  fileprivate struct Word {
    var text: String
    var isUnfinished = false
    var isQuoted = false
    var isExcluded = false

    func isIn(_ field: String) -> Bool {
      field.split(separator: " ").contains { other in
        if isQuoted || isExcluded { return other == text }
        return PlainMatcher.isMeant(by: text, String(other), isUnfinished: isUnfinished)
      }
    }
  }

  var random: SeededRandom
  private let words: [String]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let letters = Array("abcd")
    var random = self.random
    words = (0..<random.int(in: 3..<40)).map { _ in
      String(
        (0..<random.int(in: 3..<12)).map { _ in
          letters[min(random.int(in: 0..<4), random.int(in: 0..<4))]
        })
    }.flatMap { [$0, Self.edited($0, &random), Self.edited($0, &random)] }
    self.random = random
  }

  private static func edited(_ word: String, _ random: inout SeededRandom) -> String {
    var letters = Array(word)
    let index = random.int(in: 0..<letters.count)
    switch random.int(in: 0..<4) {
    case 0: letters.insert("e", at: index)
    case 1: letters.remove(at: index)
    case 2: letters[index] = "f"
    default: letters.swapAt(index, max(0, index - 1))
    }
    return String(letters)
  }

  private mutating func word() -> String { words[random.int(in: 0..<words.count)] }

  /// A text of some of the words.
  mutating func text(_ count: Range<Int>) -> String {
    (0..<random.int(in: count)).map { _ in word() }.joined(separator: " ")
  }

  /// A query of one to three words.
  mutating func query() -> Query {
    var words: [Word] = []
    for _ in 0..<random.int(in: 1..<4) {
      var word = Word(text: Self.edited(self.word(), &random))
      if random.oneIn(2) { word.text = self.word() }
      word.isQuoted = random.oneIn(8)
      word.isExcluded = !word.isQuoted && !words.isEmpty && random.oneIn(8)
      words.append(word)
    }
    let last = words.count - 1
    let isOpen = !words[last].isQuoted && !words[last].isExcluded && random.oneIn(2)
    if isOpen {
      words[last].isUnfinished = true
      words[last].text.removeLast(random.int(in: 0..<2))
    }
    let texts = words.map { word in
      word.isQuoted ? "\"\(word.text)\"" : (word.isExcluded ? "-" : "") + word.text
    }
    return Query(text: texts.joined(separator: " ") + (isOpen ? "" : " "), words: words)
  }
}
