/// Reading files of a medium that may fail to read parts of them.
///
/// - Complexity: Linear in the file.
extension Storage {
  /// Reads a whole file once, so that the system has it at hand, and returns the failure if the
  /// medium cannot read a part: where the file is mapped, that part would end the process.
  ///
  /// - Throws: `notFound` if there is no such file; `io` if it cannot be opened, which says nothing
  ///   of what is in it.
  func unreadablePart(of name: String) throws(SearchError) -> SearchError? {
    _ = try read(name, from: 0, atMost: 0)
    var (offset, size) = (0, 1 << 20)
    while size == 1 << 20 {
      do throws(SearchError) {
        size = try read(name, from: offset, atMost: 1 << 20).count
      } catch {
        guard error.code == .io else { throw error }
        return error
      }
      offset += size
    }
    return nil
  }

  /// The size of a piece that is read or not: that of the pages of images, each of which has a
  /// check.
  private static var pieceByteCount: Int { 16_384 }

  /// Returns the content of a file in the heap, with zeros in place of pieces that the medium
  /// cannot read: their checks tell that they are damaged.
  ///
  /// - Throws: `notFound` if there is no such file.
  func readablePieces(of name: String) throws(SearchError) -> ByteView {
    let byteCount = try readableByteCount(of: name)
    let content = ByteWriter(capacity: byteCount)
    for start in stride(from: 0, to: byteCount, by: Self.pieceByteCount) {
      let count = min(Self.pieceByteCount, byteCount - start)
      do throws(SearchError) {
        content.append(try read(name, from: start, atMost: count))
      } catch {
        guard error.code == .io else { throw error }
        content.append([UInt8](repeating: 0, count: count))
      }
    }
    return content.finish()
  }

  /// Returns the size of a file in bytes, found by reading single bytes. One that the medium cannot
  /// read is in the file.
  ///
  /// - Throws: `notFound` if there is no such file.
  func readableByteCount(of name: String) throws(SearchError) -> Int {
    func exists(_ offset: Int) throws(SearchError) -> Bool {
      do throws(SearchError) {
        return try read(name, from: offset, atMost: 1).count == 1
      } catch {
        guard error.code == .io, offset < Self.largestFile else { throw error }
        return true
      }
    }
    var end = 1
    while end <= .max / 2, try exists(end - 1) { end *= 2 }
    // The size is below `end`, and at least half of it unless the file is empty.
    var range = (end / 2)..<end
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = try exists(middle - 1) ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// A size above that of any file: a file of which this byte fails too cannot be read at all.
  private static var largestFile: Int { Int(clamping: Int64(1) << 44) }
}
