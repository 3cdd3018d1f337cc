/// The parts of a Markdown link that are not shown (CommonMark 0.31, sections 4.7, 6.3).
enum MarkdownLink {
  /// The maximum depth of brackets inside an address, so that many unclosed ones take linear time.
  private static let deepest = 32
  /// The maximum length of a label in bytes.
  private static let longestLabel = 999

  /// Returns the offset after `(address "title")`, which begins at `start`; nil if that is text.
  static func endOfResource(in bytes: SourceBytes, at start: Int, upTo limit: Int) -> Int? {
    var index = skipSpace(bytes, from: start &+ 1, upTo: limit)
    if bytes[index] != UInt8(ascii: ")") || index >= limit {
      guard let address = endOfAddress(in: bytes, at: index, upTo: limit) else { return nil }
      index = skipSpace(bytes, from: address, upTo: limit)
      if index > address, index < limit, bytes[index] != UInt8(ascii: ")") {
        guard let title = endOfTitle(in: bytes, at: index, upTo: limit) else { return nil }
        index = skipSpace(bytes, from: title, upTo: limit)
      }
    }
    return index < limit && bytes[index] == UInt8(ascii: ")") ? index &+ 1 : nil
  }

  /// Returns the offset after the address that begins at `start`; nil if there is none.
  static func endOfAddress(in bytes: SourceBytes, at start: Int, upTo limit: Int) -> Int? {
    if bytes[start] == UInt8(ascii: "<") {
      return endOfPointedAddress(in: bytes, from: start &+ 1, upTo: limit)
    }
    var index = start
    var depth = 0
    while index < limit {
      let byte = bytes[index]
      if byte <= 0x20 || byte == 0x7F { break }
      if byte == UInt8(ascii: "\\"), bytes[index &+ 1].isASCIIPunctuation { index &+= 1 }
      if byte == UInt8(ascii: "(") {
        depth &+= 1
        if depth > deepest { return nil }
      } else if byte == UInt8(ascii: ")") {
        if depth == 0 { break }
        depth &-= 1
      }
      index &+= 1
    }
    return depth == 0 && index > start ? min(index, limit) : nil
  }

  private static func endOfPointedAddress(
    in bytes: SourceBytes, from start: Int, upTo limit: Int
  ) -> Int? {
    var index = start
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: ">"): return index &+ 1
      case UInt8(ascii: "<"), 0x0A, 0x0D: return nil
      case UInt8(ascii: "\\"): index &+= bytes[index &+ 1].isASCIIPunctuation ? 2 : 1
      default: index &+= 1
      }
    }
    return nil
  }

  /// Returns the offset after the title in quotes or brackets that begins at `start`; nil if there
  /// is none.
  static func endOfTitle(in bytes: SourceBytes, at start: Int, upTo limit: Int) -> Int? {
    let open = bytes[start]
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : open
    guard close == UInt8(ascii: ")") || close == UInt8(ascii: "\"") || close == UInt8(ascii: "'")
    else { return nil }
    var index = start &+ 1
    while index < limit {
      let byte = bytes[index]
      if byte == close { return index &+ 1 }
      if byte == UInt8(ascii: "("), open == byte { return nil }
      index &+= byte == UInt8(ascii: "\\") && bytes[index &+ 1].isASCIIPunctuation ? 2 : 1
    }
    return nil
  }

  /// Returns the label in the brackets that open at `start`; nil if that is not a label.
  static func label(in bytes: SourceBytes, at start: Int, upTo limit: Int) -> Range<Int>? {
    let limit = min(limit, start &+ 2 &+ longestLabel)
    var index = start &+ 1
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "]"): return start &+ 1..<index
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\"): index &+= bytes[index &+ 1].isASCIIPunctuation ? 2 : 1
      default: index &+= 1
      }
    }
    return nil
  }

  /// Returns a hash of a label, which is equal for labels that differ only in case and white space;
  /// nil for a label that is blank or too long.
  static func hash(_ label: Range<Int>, in bytes: SourceBytes) -> UInt64? {
    guard label.count <= longestLabel else { return nil }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var isBlank = true
    var hasSpace = false
    var index = label.lowerBound
    while index < label.upperBound {
      let scalar = bytes.scalar(at: index)
      index &+= scalar.byteCount
      guard scalar.value > 0x20 || !UInt8(scalar.value).isHTMLSpace else {
        hasSpace = !isBlank
        continue
      }
      if hasSpace { add(0x20, to: &hash) }
      ScalarFolding.forEachCaseless(of: scalar.value) { add($0, to: &hash) }
      (isBlank, hasSpace) = (false, false)
    }
    return isBlank ? nil : hash
  }

  /// Continues a hash by the algorithm of Fowler, Noll and Vo.
  private static func add(_ scalar: UInt32, to hash: inout UInt64) {
    hash = (hash ^ UInt64(scalar)) &* 0x100_0000_01B3
  }

  /// Returns the offset after white space, which may include line ends.
  static func skipSpace(_ bytes: SourceBytes, from start: Int, upTo limit: Int) -> Int {
    var index = start
    while index < limit, bytes[index].isHTMLSpace { index &+= 1 }
    return index
  }
}
