/// The parsed name of a file in an index. All names are made and parsed here.
///
///     LOCK                            locked by the writer
///     manifest-<16 hex>               the manifest of a generation
///     wal-<16 hex>                    one file of the log, by its sequence number
///     seg-<32 hex>                    the image of a segment
///     del-<32 hex>-<16 hex>           the live documents of a segment, as of a generation
///     torn-<16 hex>                   a log file whose end was dropped or is damaged, kept for
///                                     inspection
///     REMOVING                        a mark: the index is being removed, and is none any more
///     tmp-manifest-…, tmp-wal-…       these before they are complete
///     tmp-seg-<32 hex>-<1 to 12 digits, or such on both sides of a dash>
///                                     a section that a merge collects
///
/// Temporary files have no meaning once their writer is gone.
///
/// Hexadecimal digits are in lower case, so two names never differ only in case. Any other name is
/// foreign: it is ignored and left alone.
package enum FileName: Hashable, Sendable {
  case lock
  case removal
  case manifest(Generation)
  case log(sequence: UInt64)
  case tornLog(sequence: UInt64)
  case segment(SegmentID)
  case liveDocuments(SegmentID, Generation)
  case temporary(String)

  /// The name as it appears in the folder.
  @inline(never)
  package var text: String {
    switch self {
    case .lock: "LOCK"
    case .removal: "REMOVING"
    case .manifest(let generation): "manifest-" + Self.hex(generation)
    case .log(let sequence): "wal-" + Self.hex(sequence)
    case .tornLog(let sequence): "torn-" + Self.hex(sequence)
    case .segment(let id): "seg-" + Self.hex(id)
    case .liveDocuments(let id, let generation): "del-\(Self.hex(id))-\(Self.hex(generation))"
    case .temporary(let rest): "tmp-" + rest
    }
  }

  /// The name under which `self` is written before it is complete.
  var whileIncomplete: FileName { .temporary(text) }

  /// The segment for which a merge collects a section in the file; nil for all other files.
  var segmentOfSection: SegmentID? {
    guard case .temporary(let rest) = self, rest.hasPrefix("seg-") else { return nil }
    return Self.identifier(Array(rest.utf8)[4..<36])
  }

  /// Parses `text`. The result is nil if the name is foreign.
  @inline(never)
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    if text == "LOCK" {
      self = .lock
    } else if text == "REMOVING" {
      self = .removal
    } else if let number = Self.number(in: bytes, after: "manifest-") {
      self = .manifest(number)
    } else if let number = Self.number(in: bytes, after: "wal-") {
      self = .log(sequence: number)
    } else if let number = Self.number(in: bytes, after: "torn-") {
      self = .tornLog(sequence: number)
    } else if bytes.starts(with: "seg-".utf8), bytes.count == 36,
      let id = Self.identifier(bytes[4...])
    {
      self = .segment(id)
    } else if bytes.starts(with: "del-".utf8), bytes.count == 53, bytes[36] == UInt8(ascii: "-"),
      let id = Self.identifier(bytes[4..<36]), let number = Self.number(bytes[37...]), number > 0
    {
      self = .liveDocuments(id, number)
    } else if bytes.starts(with: "tmp-".utf8), Self.isIncomplete(bytes[4...]) {
      self = .temporary(String(text.dropFirst(4)))
    } else {
      return nil
    }
  }

  /// Returns true if `rest` is made by ``whileIncomplete``, or is the name of a merge's section.
  private static func isIncomplete(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: "seg-".utf8) else {
      let bytes = Array(rest)
      return number(in: bytes, after: "manifest-") != nil || number(in: bytes, after: "wal-") != nil
    }
    let parts = rest.dropFirst(4)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, identifier(parts[0]) != nil else { return false }
    return parts.dropFirst().allSatisfy { part in
      1...12 ~= part.count && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
  }

  /// Returns the number after `prefix` if the rest of the name is its 16 digits. Numbers of files
  /// start at 1.
  private static func number(in bytes: [UInt8], after prefix: String) -> UInt64? {
    guard bytes.starts(with: prefix.utf8),
      let number = number(bytes[prefix.utf8.count...]), number > 0
    else { return nil }
    return number
  }

  private static func identifier(_ digits: ArraySlice<UInt8>) -> SegmentID? {
    let middle = digits.startIndex + 16
    guard digits.count == 32, let high = number(digits[..<middle]),
      let low = number(digits[middle...])
    else { return nil }
    return SegmentID(high: high, low: low)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard digits.count == 16 else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value &<< 4 | UInt64(digit &- UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        value = value &<< 4 | UInt64(digit &- UInt8(ascii: "a") &+ 10)
      default:
        return nil
      }
    }
    return value
  }

  private static func hex(_ id: SegmentID) -> String { hex(id.high) + hex(id.low) }

  @inline(never)
  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
