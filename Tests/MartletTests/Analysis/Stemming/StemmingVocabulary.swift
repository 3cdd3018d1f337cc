import Foundation

@testable import Martlet

/// Words with the stems that the Snowball project publishes for them.
struct StemmingVocabulary {
  let pairs: [(word: ArraySlice<UInt8>, stem: ArraySlice<UInt8>)]

  /// The sample kept in the repository; nil for vocabularies whose licence keeps them out of it.
  static func sample(of language: StemmingLanguage) throws -> StemmingVocabulary? {
    let file = fixtures.appendingPathComponent("\(language.algorithm).tsv")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let lines = try lines(of: file).filter { $0.first != UInt8(ascii: "#") }
    return StemmingVocabulary(
      pairs: lines.map { line in
        let tab = line.firstIndex(of: UInt8(ascii: "\t")) ?? line.endIndex
        return (line[..<tab], line[tab...].dropFirst())
      })
  }

  /// The vocabulary in `folder`: every word if `MARTLET_CORPORA` is set, else, to save time, each
  /// fourth.
  static func whole(of language: StemmingLanguage, in folder: URL) throws -> StemmingVocabulary {
    let folder = folder.appendingPathComponent(language.algorithm)
    let words = try lines(of: folder.appendingPathComponent("voc.txt"))
    let stems = try lines(of: folder.appendingPathComponent("output.txt"))
    guard words.count == stems.count else { throw CocoaError(.fileReadCorruptFile) }
    let step = ProcessInfo.processInfo.environment["MARTLET_CORPORA"] == nil ? 4 : 1
    return StemmingVocabulary(
      pairs: stride(from: 0, to: words.count, by: step).map { (words[$0], stems[$0]) })
  }

  /// The folder of the unpacked vocabularies: in `MARTLET_CORPORA`, or in the shared folder beside
  /// the package.
  static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment
    var shared = packageRoot.deletingLastPathComponent().appendingPathComponent("shared")
    if let path = environment["MARTLET_SHARED"] { shared = URL(fileURLWithPath: path) }
    var candidates = [shared.appendingPathComponent("corpora/unpacked")]
    if let path = environment["MARTLET_CORPORA"] { candidates = [URL(fileURLWithPath: path)] }
    return candidates.map { $0.appendingPathComponent("snowball-data") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// The words whose stem differs, as readable lines.
  func differences(with stemmer: any Stemmer) -> [String] {
    pairs.compactMap { word, expected in
      let found = stemmer.stem(utf8: Array(word))
      guard !found.elementsEqual(expected) else { return nil }
      let text = [word, expected, found[...]].map { String(decoding: $0, as: UTF8.self) }
      return "\(text[0]): expected \(text[1]), found \(text[2])"
    }
  }

  private static let testFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let fixtures = testFolder.appendingPathComponent("Fixtures/Stemming")
  private static let packageRoot = testFolder.deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The lines of `file`; a stem, and so a line, can be empty.
  private static func lines(of file: URL) throws -> [ArraySlice<UInt8>] {
    var lines = [UInt8](try Data(contentsOf: file))
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension StemmingLanguage {
  /// The Snowball project's name of the algorithm.
  var algorithm: String { "\(self)" }
}
