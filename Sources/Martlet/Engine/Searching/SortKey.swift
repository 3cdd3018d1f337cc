/// A value by which a search sorts its hits.
///
/// ```swift
/// let request = SearchRequest("storm") { $0.sort = [.descending("year"), .ascending("title")] }
/// ```
///
/// Keywords are sorted without regard to case and diacritics, then by their bytes. Of a document
/// with several values, an ascending order takes the least, and a descending order the greatest.
/// Documents with equal values are in the order of their keys; only by ``relevance`` alone, which
/// is the same as no order, those with equal scores are in the order in which the index has them.
public struct SortKey: Sendable, Hashable {
  /// The place of documents without a value.
  public enum Missing: Sendable, Hashable {
    /// Before all others.
    case first
    /// After all others.
    case last
  }

  enum Value: Sendable, Hashable {
    case relevance
    case key
    case field(FieldRef)
  }

  let value: Value
  var isReversed = false
  var missing = Missing.last

  /// The score, the highest first.
  public static let relevance = SortKey(value: .relevance)

  /// The bytes of the key, in rising order.
  public static let key = SortKey(value: .key)

  /// The least value of a field comes first.
  ///
  /// - Parameters:
  ///   - field: A field of keywords, numbers or dates.
  ///   - missing: The place of documents without a value.
  public static func ascending(_ field: FieldRef, missing: Missing = .last) -> SortKey {
    SortKey(value: .field(field), missing: missing)
  }

  /// The greatest value of a field comes first.
  ///
  /// - Parameters:
  ///   - field: A field of keywords, numbers or dates.
  ///   - missing: The place of documents without a value.
  public static func descending(_ field: FieldRef, missing: Missing = .last) -> SortKey {
    SortKey(value: .field(field), isReversed: true, missing: missing)
  }

  /// The same value in the opposite order. The place of documents without a value does not change.
  public var reversed: SortKey {
    var key = self
    key.isReversed.toggle()
    return key
  }
}

extension SortKey: CustomStringConvertible {
  /// The value, with a minus sign if the order is descending.
  public var description: String {
    switch value {
    case .relevance: isReversed ? "relevance reversed" : "relevance"
    case .key: isReversed ? "-key" : "key"
    case .field(let field): isReversed ? "-\(field)" : "\(field)"
    }
  }
}

extension IndexSchema {
  /// Returns the criteria of `keys` in terms of the index.
  ///
  /// - Throws: `unknownField`; `invalidRequest` for a field that has no column.
  func criteria(_ keys: [SortKey]) throws(SearchError) -> [SortCriterion] {
    var criteria: [SortCriterion] = []
    for key in keys {
      let source: SortCriterion.Source
      switch key.value {
      case .relevance: source = .relevance
      case .key: source = .key
      case .field(let name):
        let field = try fieldWithColumn(name, "sort by")
        source = .column(field.id, field.definition.kind)
      }
      criteria.append(
        SortCriterion(
          source: source, isReversed: key.isReversed, missingIsFirst: key.missing == .first))
    }
    return criteria
  }

  /// Returns the field called `name`, whose values can be read by document.
  ///
  /// - Parameters:
  ///   - purpose: The reason for which they are read, for the error's message.
  ///   - kinds: The fields that may be declared beside a text, for the same message.
  /// - Throws: `unknownField`; `invalidRequest` for a field that has no column.
  func fieldWithColumn(
    _ name: FieldRef, _ purpose: String, insteadOfText kinds: String = "keyword field"
  ) throws(SearchError) -> Field {
    let field = try known(name)
    guard field.definition.hasColumn else {
      let reason =
        field.definition.kind == .text
        ? "is a text; declare a \(kinds) of the same value beside it"
        : "was declared with column: false; leave that out, and build the index again"
      throw SearchError(.invalidRequest, "cannot \(purpose) the field \"\(name)\", which \(reason)")
    }
    return field
  }
}
