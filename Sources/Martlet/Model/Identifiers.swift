/// A document's number within one segment, counted from 0 in the order of indexing.
///
/// A bare integer, because postings are made of millions of them.
typealias DocumentID = UInt32

/// A field's number within the schema, counted from 0.
package struct FieldID: Hashable, Sendable, Comparable {
  package let rawValue: UInt16

  package init(_ rawValue: UInt16) { self.rawValue = rawValue }

  package static func < (left: FieldID, right: FieldID) -> Bool { left.rawValue < right.rawValue }
}

/// A segment's random name, never used twice, so a stale file cannot pass for a new one.
package struct SegmentID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Returns a new name from `generator`.
  package static func random(using generator: inout some RandomNumberGenerator) -> SegmentID {
    SegmentID(high: generator.next(), low: generator.next())
  }
}

/// A random identifier of an index, stored in each of its files that belong to no segment.
package struct IndexID: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a random identifier with `generator`.
  package static func random(using generator: inout some RandomNumberGenerator) -> IndexID {
    IndexID(high: generator.next(), low: generator.next())
  }
}

/// The number of a manifest: 1 for the first, rising by one with each manifest.
package typealias Generation = UInt64

/// The number of an operation in the log: 1 for the first ever, rising by one, never reused.
package typealias LogSequenceNumber = UInt64
