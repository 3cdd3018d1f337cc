/// The contents of an element `rt`, `rtc` or `rp` in HTML: how characters before it are read, or a
/// bracket for browsers that cannot show readings.
///
/// - Complexity: finding the end is O(distance).
struct HTMLReading {
  /// The offset of the contents.
  let start: Int

  /// Returns the offset of the tag that ends the reading; nil if there is none.
  ///
  /// End tags may be missing, so that any tag of ruby ends it (HTML Standard, section 13.1.2.4).
  func end(in bytes: SourceBytes, upTo limit: Int) -> Int? {
    var index = start
    while true {
      index = bytes.firstIndex(of: UInt8(ascii: "<"), from: index, to: limit)
      guard index < limit else { return nil }
      let first = index &+ (bytes[index &+ 1] == UInt8(ascii: "/") ? 2 : 1)
      var last = first
      while last < limit, bytes[last].isASCIILetter { last &+= 1 }
      if HTMLElement(named: first..<max(first, last), in: bytes).contains(.isRuby) { return index }
      index &+= 1
    }
  }
}
