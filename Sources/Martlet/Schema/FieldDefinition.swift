/// The kind of values in a field, which decides how they become terms.
public enum FieldKind: UInt8, Sendable, Hashable {
  /// Running text: analysed into words with positions, ranked.
  case text = 0
  /// A value found only as a whole: an identifier, a category, a path.
  case keyword = 1
  /// A number, found by its exact value.
  case number = 2
  /// A point in time, found by its value in seconds, to the microsecond.
  case date = 3

  /// True if values are texts, which patterns look for.
  var hasPatterns: Bool { self == .text || self == .keyword }
}

/// A field as the index stores it: without closures and document types, and equal across runs.
///
/// Stored in the manifest; a field that comes back with another kind or another analyzer is a
/// `schemaMismatch`. The weight only affects ranking, so it may change freely.
struct FieldDefinition: Sendable, Hashable {
  /// The name that people type before a colon.
  var name: String
  /// The kind of values, which decides how they become terms.
  var kind: FieldKind
  /// The factor on this field's scores.
  var weight: Float
  /// A hash of everything that determines the terms of a text.
  var analyzerFingerprint: UInt64
  /// True when word positions are kept, so that phrases can be found.
  var hasPositions: Bool
  /// True if the field has a ``Column``: its values can be read by document. No text has one.
  var hasColumn: Bool

  init(
    name: String,
    kind: FieldKind,
    weight: Float = 1,
    analyzerFingerprint: UInt64 = 0,
    hasPositions: Bool = true,
    hasColumn: Bool = true
  ) {
    self.name = name
    self.kind = kind
    self.weight = weight
    self.analyzerFingerprint = analyzerFingerprint
    self.hasPositions = hasPositions
    self.hasColumn = hasColumn && kind != .text
  }

  /// True when documents have a length in this field, used in ranking.
  var hasNorms: Bool { kind == .text }
}
