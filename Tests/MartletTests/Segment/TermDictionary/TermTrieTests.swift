import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Term trie")
struct TermTrieTests {
  @Test("every set of up to five separators of up to two bytes of three leads to the right block")
  func exhaustive() throws {
    let alphabet: [UInt8] = [0, 0x80, 0xFF]
    var all: [[UInt8]] = alphabet.map { [$0] }
    all += all.flatMap { first in alphabet.map { first + [$0] } }
    all.sort { $0.lexicographicallyPrecedes($1) }
    let keys = [[]] + all + all.flatMap { [$0 + [0x7F], $0.dropLast() + [0x81]] }
    for subset in 0..<(1 << all.count) where subset.nonzeroBitCount <= 5 {
      let separators = [[]] + all.indices.filter { subset >> $0 & 1 == 1 }.map { all[$0] }
      try check(separators, keys: keys)
    }
  }

  @Test(
    "paths longer than one node can hold are followed",
    arguments: [30, 31, 32, 33, 63, 64, 65, 1_000])
  func longPaths(length: Int) throws {
    let path = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    let separators = [[], path, path + [1], path + [1, 0]]
    var keys = separators + [path + [0], path + [2], path.dropLast()]
    for index in path.indices {
      keys.append(Array(path[...index]))
      keys.append(path[..<index] + [path[index] &+ 1])
      keys.append(path[..<index] + [path[index] &- 1])
    }
    try check(separators, keys: keys)
  }

  @Test("numbers of two and of four bytes are read", arguments: [300, 70_000])
  func wideNumbers(count: Int) throws {
    var separators: [[UInt8]] = [[]]
    for number in 1..<count {
      separators.append([1] + [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }
    let trie = try trie(separators)
    for number in stride(from: 0, to: count, by: 97) {
      #expect(try block(of: separators[number], in: trie) == number)
      #expect(try block(of: separators[number] + [0], in: trie) == number)
    }
    #expect(try block(of: [2], in: trie) == count - 1)
    #expect(try block(of: [1], in: trie) == 0)
    #expect(try block(of: [1], pastPrefix: true, in: trie) == count - 1)
  }

  private func trie(_ separators: [[UInt8]]) throws -> TrieSample {
    var writer = TermTrieWriter()
    for separator in separators { writer.append(separator) }
    let output = ByteWriter()
    let byteCount = writer.write(to: output)
    output.append([UInt8](repeating: 0, count: TermDictionaryFormat.slackByteCount))
    let section = Section(output.finish())
    return unsafe TrieSample(
      section: section,
      trie: TermTrie(
        section.borrowed, range: 0..<byteCount, blockCount: separators.count))
  }

  private func check(_ separators: [[UInt8]], keys: [[UInt8]]) throws {
    let trie = try trie(separators)
    for key in keys {
      let expected = separators.lastIndex { !key.lexicographicallyPrecedes($0) }
      try #require(try block(of: key, in: trie) == expected, "\(key) in \(separators)")
      let last = separators.lastIndex {
        !key.lexicographicallyPrecedes($0) || $0.starts(with: key)
      }
      try #require(
        try block(of: key, pastPrefix: true, in: trie) == last, "past \(key) in \(separators)")
    }
  }

  private func block(
    of key: [UInt8], pastPrefix: Bool = false, in sample: TrieSample
  ) throws(SearchError) -> Int? {
    try unsafe key.withUnsafeBufferPointer { (bytes) throws(SearchError) in
      try unsafe sample.trie.block(
        of: TermKey(bytes, or: sample.section.bytes.base), pastPrefix: pastPrefix)
    }
  }
}

/// A trie with what keeps its bytes.
@safe
private struct TrieSample {
  let section: Section
  let trie: TermTrie
}
