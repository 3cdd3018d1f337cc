/// A forward cursor over a view for everything that is not a hot loop: it checks each read, and its
/// errors have the offset of the bytes.
///
/// - Complexity: each read is O(1), or linear in the bytes returned.
struct ByteReader {
  private let view: ByteView
  private let file: String?
  private let origin: Int
  /// The offset of the next byte in the view.
  private(set) var offset = 0

  /// Creates a reader of `view`, which starts `origin` bytes into `file`; both only for errors.
  init(_ view: ByteView, file: String? = nil, origin: Int = 0) {
    self.view = view
    self.file = file
    self.origin = origin
  }

  /// The number of bytes not yet read.
  var remaining: Int { view.count - offset }

  /// Returns an error at the offset of the next byte.
  func corrupted(_ message: String) -> SearchError {
    .corrupted(message, file: file, offset: origin + offset)
  }

  /// - Throws: `corrupted` when fewer than `byteCount` bytes remain.
  private func require(_ byteCount: Int, _ what: String) throws(SearchError) {
    guard byteCount >= 0, byteCount <= remaining else {
      throw corrupted("\(what) needs \(byteCount) bytes, \(remaining) remain")
    }
  }

  /// Reads the next byte.
  mutating func readUInt8() throws(SearchError) -> UInt8 {
    try require(1, "a byte")
    defer { offset += 1 }
    return view[offset]
  }

  /// Reads the next 2 bytes as a number.
  mutating func readUInt16() throws(SearchError) -> UInt16 {
    try require(2, "a 16-bit number")
    defer { offset += 2 }
    return view.uint16(at: offset)
  }

  /// Reads the next 4 bytes as a number.
  mutating func readUInt32() throws(SearchError) -> UInt32 {
    try require(4, "a 32-bit number")
    defer { offset += 4 }
    return view.uint32(at: offset)
  }

  /// Reads the next 8 bytes as a number.
  mutating func readUInt64() throws(SearchError) -> UInt64 {
    try require(8, "a 64-bit number")
    defer { offset += 8 }
    return view.uint64(at: offset)
  }

  /// Reads the next varint.
  mutating func readVarint() throws(SearchError) -> UInt64 {
    let start = offset
    let value: UInt64? = unsafe view.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var cursor = unsafe base + start
      // SAFETY: `start` is at most `count`; decoding stops at the end.
      let value = unsafe VariableByte.decode(&cursor, end: base + bytes.count)
      offset = unsafe cursor - base
      return value
    }
    guard let value else {
      offset = start
      throw corrupted("a variable-length number does not end")
    }
    return value
  }

  /// Reads the next varint as a count.
  ///
  /// - Throws: `corrupted` when the count exceeds `limit`, or the varint does not end.
  mutating func readCount(limit: Int, _ what: String) throws(SearchError) -> Int {
    let value = try readVarint()
    guard value <= UInt64(limit) else {
      throw corrupted("\(what): expected at most \(limit), found \(value)")
    }
    return Int(value)
  }

  /// Reads the next `byteCount` bytes as a view.
  mutating func readView(_ byteCount: Int, _ what: String) throws(SearchError) -> ByteView {
    try require(byteCount, what)
    defer { offset += byteCount }
    return view.slice(offset..<(offset + byteCount))
  }

  /// Reads the next `byteCount` bytes as an array.
  mutating func readBytes(_ byteCount: Int, _ what: String) throws(SearchError) -> [UInt8] {
    try readView(byteCount, what).array
  }

  /// Moves past `byteCount` bytes.
  mutating func skip(_ byteCount: Int, _ what: String) throws(SearchError) {
    try require(byteCount, what)
    offset += byteCount
  }
}
