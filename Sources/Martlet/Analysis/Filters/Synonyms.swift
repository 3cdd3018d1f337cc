/// Words that a query finds in addition to others.
///
/// Synonyms apply to queries only, so they may be changed at any time without building the index
/// again, and phrases keep their positions. Words in quotes and unfinished words have no synonyms.
///
///     var synonyms = Synonyms()
///     synonyms.add(["tv", "television"])                    // each finds the other
///     synonyms.add(["usa", "united states of america"])     // several words are a phrase
///     synonyms.add("dog", finds: ["poodle"])                // and not the other way round
public struct Synonyms: Sendable, Hashable {
  /// The texts, each with the others that it finds, in the order in which they were added.
  private(set) var rules: [(text: String, finds: [String])] = []

  /// Creates a list without synonyms.
  public init() {}

  /// Creates synonyms from the notation of Solr and Elasticsearch, one rule per line.
  ///
  /// `tv, television` find each other. With `dog => poodle, terrier`, a query for the left side
  /// finds the right sides too, but not the other way round. `#` begins a comment. Lines of another
  /// form are ignored. Unlike there, the left side of an arrow still finds itself.
  public init(rules text: String) {
    for line in text.split(whereSeparator: \.isNewline) where line.first != "#" {
      let sides = line.split(separator: "=>", omittingEmptySubsequences: false).map(Self.texts)
      if sides.count == 1 {
        add(sides[0])
      } else if sides.count == 2 {
        for text in sides[0] { add(text, finds: sides[1]) }
      }
    }
  }

  /// Makes each of `texts`, of one or several words, find all of them.
  public mutating func add(_ texts: [String]) {
    for (index, text) in texts.enumerated() {
      var others = texts
      others.remove(at: index)
      add(text, finds: others)
    }
  }

  /// Makes `text`, of one or several words, find each of `others` in addition to itself.
  public mutating func add(_ text: String, finds others: [String]) {
    guard !others.isEmpty else { return }
    rules.append((text, others))
  }

  private static func texts(_ list: Substring) -> [String] {
    list.split(separator: ",").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
  }

  public static func == (left: Synonyms, right: Synonyms) -> Bool {
    left.rules.elementsEqual(right.rules) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    for rule in rules {
      hasher.combine(rule.text)
      hasher.combine(rule.finds)
    }
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmingSpaces: String {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
