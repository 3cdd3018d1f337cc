/// Which differences of spelling disappear, so that words are found however they were typed.
public struct Folding: Sendable, Hashable {
  /// How much is folded.
  enum Level: UInt8, Sendable {
    case exact, caseOnly, full
  }

  let level: Level

  /// Only what Unicode calls canonically equivalent: `é` in one or in two scalars.
  public static let exact = Folding(level: .exact)
  /// Case as well: `Straße` and `STRASSE`.
  public static let caseOnly = Folding(level: .caseOnly)
  /// Case, diacritics, ligatures and letter variants: `Ångström` and `angstrom`.
  public static let full = Folding(level: .full)
}

/// Folding as a filter, for analyzers made with ``Analyzer/custom(name:_:_:)``.
public struct FoldingFilter: TokenFilter, TermFilter {
  private let folding: Folding

  /// A filter that removes the differences that `folding` says.
  public init(_ folding: Folding) { self.folding = folding }

  public var name: String { signature }

  var signature: String { "folding(\(folding.level))" }

  public func apply(_ token: Token, for use: TokenUse, _ emit: (Token) -> Void) {
    var token = token
    token.text = String(decoding: folding.fold(Array(token.text.utf8)), as: UTF8.self)
    emit(token)
  }

  func apply(_ term: AnalyzedTerm, for use: TokenUse, into terms: inout [AnalyzedTerm]) {
    let bytes = folding.fold(term.bytes)
    guard !bytes.isEmpty else { return }
    terms.append(
      AnalyzedTerm(bytes: bytes, positionOffset: term.positionOffset, form: term.form))
  }
}

extension Folding {
  /// `word` without the differences.
  func fold(_ word: [UInt8]) -> [UInt8] {
    guard level != .exact else { return word }
    if word.allSatisfy({ $0 < 0x80 }) {
      return word.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
    return Array(String(decoding: word, as: UTF8.self).lowercased().utf8)
  }
}
