import Foundation

/// A fair competitor of an index: all texts are folded in advance, stored one after the other in
/// memory, and searched sixteen bytes at a time.
///
/// It finds words within longer words, and ranks nothing. Folding is done once, when this is
/// created, as a careful programmer would do before giving up on scanning.
package struct FoldedText: Sendable {
  private var bytes: [UInt8] = []
  /// The exclusive end offset of each text. A zero byte separates two texts.
  private var ends: [Int] = []

  /// Folds the texts: lower case, without diacritics.
  package init(_ texts: some Sequence<String>) {
    for text in texts {
      bytes.append(contentsOf: Self.folded(text))
      ends.append(bytes.count)
      bytes.append(0)
    }
  }

  /// The memory that the scan needs in addition to the texts themselves, in bytes.
  package var byteCount: Int { bytes.count + ends.count * MemoryLayout<Int>.size }

  /// Returns `text` in lower case and without diacritics, as UTF-8.
  static func folded(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    return Array(text.folding(options: options, locale: nil).utf8)
  }

  /// Returns the number of texts that contain all of the words, also within longer words.
  ///
  /// Searches for the longest word, which is the rarest, and for the others only in the texts that
  /// have it.
  package func count(containing words: [String]) -> Int {
    let needles = words.map(Self.folded).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    guard let first = needles.first else { return 0 }
    var found = 0
    var document = 0
    var position = 0
    while let hit = ByteSearch.firstMatch(of: first, in: bytes, range: position..<bytes.count) {
      document = documentIndex(at: hit, from: document)
      let range = (document == 0 ? 0 : ends[document - 1] + 1)..<ends[document]
      let hasAll = needles.dropFirst().allSatisfy { needle in
        ByteSearch.firstMatch(of: needle, in: bytes, range: range) != nil
      }
      if hasAll { found += 1 }
      position = ends[document]
    }
    return found
  }

  /// Returns the index of the text that has the byte at `offset`, by binary search from `start`.
  private func documentIndex(at offset: Int, from start: Int) -> Int {
    var low = start
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
