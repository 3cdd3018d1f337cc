import Foundation
import MartletToolSupport

/// Texts without end, the same for the same number on every platform.
struct ScaleTexts: Sendable {
  /// Sentences that the texts are made of; empty for words that are made up.
  private let sentences: [Substring]

  /// Different words that are made up, at most.
  private static let wordCount = 2_000_000.0

  /// Made-up words: the r-th most frequent one has a share of about 1/r of the most frequent one's
  /// (Zipf's law), so that longer collections have more different words, as real ones have.
  init() { sentences = [] }

  /// Sentences of other texts, drawn at random.
  ///
  /// - Throws: ``ToolFailure`` when they have none.
  init(of texts: [String]) throws(ToolFailure) {
    sentences = texts.flatMap(Self.sentences)
    if sentences.isEmpty { throw ToolFailure("there is no sentence in the file") }
  }

  /// The parts between full stops; of a text without any, runs of 20 words.
  private static func sentences(_ text: String) -> [Substring] {
    let parts = text.split(whereSeparator: { ".!?\n".contains($0) })
    guard parts.count == 1, text.utf8.count > 400 else { return parts }
    let words = text.split(separator: " ")
    return stride(from: 0, to: words.count, by: 20).map { start in
      text[words[start].startIndex..<words[min(start + 19, words.count - 1)].endIndex]
    }
  }

  /// The text of a document, of 20 to 80 words or of one to four sentences.
  func text(_ number: Int) -> String {
    var random = MixedNumbers(seed: UInt64(number))
    if !sentences.isEmpty {
      return (0..<(1 + random.number(below: 4))).map { _ in
        String(sentences[random.number(below: sentences.count)])
      }.joined(separator: ". ")
    }
    var text = ""
    for _ in 0..<(20 + random.number(below: 61)) {
      if !text.isEmpty { text += " " }
      // The logarithm of a rank is spread evenly where shares fall as 1/r.
      let rank = Int(exp(random.fraction() * log(Self.wordCount)))
      Self.append(wordOfRank: rank, to: &text)
    }
    return text
  }

  private static let syllables = "bcdfghjklmnprstvwxyz".flatMap { first in
    "aeiou".map { "\(first)\($0)" }
  }

  /// Appends the word of a rank from 1 on: the frequent ones have one syllable, as in languages.
  private static func append(wordOfRank rank: Int, to text: inout String) {
    var rest = rank
    repeat {
      rest -= 1
      text += syllables[rest % syllables.count]
      rest /= syllables.count
    } while rest > 0
  }
}
