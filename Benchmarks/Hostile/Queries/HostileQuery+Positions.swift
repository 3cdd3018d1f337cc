import Martlet

/// Queries that ask where words stand.
extension HostileQuery {
  static let positional = [
    HostileQuery("60 words in one order") { words in
      .near(words.prefix(60).map { .word($0) }, within: 99, inOrder: true)
    },
    HostileQuery("60 words near each other") { words in
      .near(words.prefix(60).map { .word($0) }, within: 99)
    },
    HostileQuery("60 times one word, near itself") { words in
      .near(Array(repeating: .word(words[0]), count: 60), within: 99)
    },
    HostileQuery("4 words near each other") { words in
      .near(words.prefix(4).map { .word($0) }, within: 99)
    },
    HostileQuery("60 beginnings near each other") { words in
      .near(many(letters[...], 60).map { .prefix($0) }, within: 99)
    },
    HostileQuery("4 beginnings near each other") { words in
      .near(["a", "s", "t", "c"].map { .prefix($0) }, within: 99)
    },
    HostileQuery("10 groups of 1,000 synonyms, near") { words in
      .near(
        (0..<10).map { group in .synonyms((0..<1_000).map { words[10 * $0 + group] }) }, within: 99)
    },
    HostileQuery("2 groups of 5,000 words, near") { words in
      .near(
        (0..<2).map { group in .any((0..<5_000).map { .word(words[2 * $0 + group]) }) }, within: 99)
    },
    HostileQuery("2 groups of 5,000 unknown words, near") { _ in
      .near(
        (0..<2).map { group in .any((0..<5_000).map { .word("qqx\($0)y\(group)") }) }, within: 99)
    },
    HostileQuery("phrase of 20,000 words") { words in
      .phrase(words.joined(separator: " "))
    },
    HostileQuery("phrase of 60 equal words") { words in
      .phrase(text(words[0] + " ", 60))
    },
    HostileQuery("phrase of 60 frequent words") { words in
      .phrase(words.prefix(60).joined(separator: " "))
    },
    HostileQuery("phrase of 60 equal words, moved by 50") { words in
      .phrase(text(words[0] + " ", 60), slop: 50)
    },
    HostileQuery("phrase of 60 equal words, moved by 99") { words in
      .phrase(text(words[0] + " ", 60), slop: 99)
    },
    HostileQuery("phrase of 8 equal words, moved by 99") { words in
      .phrase(text(words[0] + " ", 8), slop: 99)
    },
    HostileQuery("phrase of 1,000 equal words, moved by 99") { words in
      .phrase(text(words[0] + " ", 1_000), slop: 99)
    },
    HostileQuery("phrase of two words in turn, moved by 99") { words in
      .phrase(text("\(words[0]) \(words[1]) ", 30), slop: 99)
    },
    HostileQuery("phrase of 60 frequent words, moved by 99") { words in
      .phrase(words.prefix(60).joined(separator: " "), slop: 99)
    },
    HostileQuery("phrase of 8 frequent words, moved by 99") { words in
      .phrase(words.prefix(8).joined(separator: " "), slop: 99)
    },
    HostileQuery("moved phrases near each other") { words in
      .near(
        [
          .phrase(words.prefix(5).joined(separator: " "), slop: 99),
          .phrase(text(words[0] + " ", 5), slop: 99), .word(words[5]),
        ],
        within: 99)
    },
    HostileQuery("unfinished phrase") { words in
      .phrase("\(words[0]) \(words[1]) a", lastIsPrefix: true)
    },
    HostileQuery("phrase that ends with a pattern") { words in
      .phrase("\(words[0])", endingWith: "*e*")
    },
    HostileQuery("any word at the beginning") { words in
      .anchored(.any(words.prefix(1_000).map { .word($0) }))
    },
    HostileQuery("deep groups near a word") { words in
      (0..<200).reduce(.word(words[0])) { tree, level in
        level.isMultiple(of: 2)
          ? .near([tree, .word(words[level % 20])], within: 99) : tree || .word(words[level % 20])
      }
    },
  ]
}
