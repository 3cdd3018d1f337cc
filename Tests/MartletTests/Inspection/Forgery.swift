import Testing

@testable import Martlet

/// One way to forge an index, and all that is then found.
struct Forgery: Sendable, CustomTestStringConvertible {
  let name: String
  /// A text within each finding, in order.
  let findings: [String]
  /// The documents that are deleted.
  private let deleted: [DocumentID]
  /// True for a second segment with the same documents.
  private let repeatsSegment: Bool
  /// The change of the file of live documents, behind its header.
  private let changeLive: @Sendable (inout [UInt8]) -> Void
  private let change: @Sendable (inout ForgedImage) throws -> Void

  /// A forged image.
  init(
    _ name: String, _ findings: String..., deleting deleted: [DocumentID] = [],
    change: @escaping @Sendable (inout ForgedImage) throws -> Void
  ) {
    self.init(name, findings: findings, deleting: deleted, change: change)
  }

  init(
    _ name: String, findings: [String], deleting deleted: [DocumentID] = [],
    repeatingSegment repeatsSegment: Bool = false,
    changingLive changeLive: @escaping @Sendable (inout [UInt8]) -> Void = { _ in },
    change: @escaping @Sendable (inout ForgedImage) throws -> Void = { _ in }
  ) {
    self.name = name
    self.findings = findings
    self.deleted = deleted
    self.repeatsSegment = repeatsSegment
    self.changeLive = changeLive
    self.change = change
  }

  var testDescription: String { name }

  static let all =
    segments + fields + dictionaries + lists + positions + prefixes + pairs + prefixPairs + columns

  /// Returns the index that is forged in this way.
  func index() throws -> ForgedIndex {
    try ForgedIndex(
      deleting: deleted, repeatsSegment: repeatsSegment, changingLive: changeLive, change: change)
  }
}
