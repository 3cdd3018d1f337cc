/// The contents of an element `rt`, `rtc` or `rp` in HTML: how characters before it are read, or a
/// bracket for browsers that cannot show readings.
///
/// - Complexity: finding the end is O(distance), which is limited.
struct HTMLReading {
  /// The offset of the contents.
  let start: Int

  /// The length in bytes of the longest reading.
  private static let longest = 1_024

  /// Returns the offset of the tag that ends the reading; nil if there is none, or a block begins
  /// or ends before it.
  ///
  /// End tags may be missing, so that any tag of ruby ends it (HTML Standard, section 13.1.2.4).
  func end(in bytes: SourceBytes, upTo limit: Int) -> Int? {
    var index = start
    let limit = min(limit, start &+ Self.longest)
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: "<"), from: index, to: limit)
      guard index < limit else { return nil }
      let first = index &+ (bytes[index &+ 1] == UInt8(ascii: "/") ? 2 : 1)
      var last = first
      while last < limit, bytes[last].isASCIIAlphanumeric { last &+= 1 }
      let element = HTMLElement(named: first..<max(first, last), in: bytes)
      if element.contains(.isRuby) { return index }
      if element.contains(.beginsBlock) { return nil }
      index &+= 1
    }
  }
}
