import Foundation

/// Pages of a file that cannot be read through this process's mapping of it, like those that a
/// device fails to read: touching them ends the process.
package enum UnreadablePages {
  /// Calls `body` while the bytes in `range` of `file`, or at least all of their pages, cannot be
  /// read.
  ///
  /// - Returns: The result of `body`; nil if this process does not map these bytes, or if the
  ///   system does not list mappings.
  package static func with<Result>(
    _ range: Range<Int>, of file: String, _ body: () throws -> Result
  ) throws -> Result? {
    let pages = pages(of: range, in: file)
    let empty = file + ".empty"
    guard !pages.isEmpty, FileManager.default.createFile(atPath: empty, contents: nil) else {
      return nil
    }
    defer { try? FileManager.default.removeItem(atPath: empty) }
    // A page behind the end of a file cannot be read.
    for page in pages { map(empty, at: page.address, offset: 0) }
    defer { for page in pages { map(file, at: page.address, offset: page.offset) } }
    return try body()
  }

  /// Maps a page of a file in place of what is mapped at `address`.
  private static func map(_ file: String, at address: UInt, offset: Int) {
    let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    // SAFETY: the page belongs to a mapping that the test keeps, and the same bytes will be there.
    let result = unsafe mmap(
      UnsafeMutableRawPointer(bitPattern: address), pageSize, PROT_READ, MAP_SHARED | MAP_FIXED,
      descriptor, off_t(offset))
    precondition(UInt(bitPattern: result) == address, "mmap failed: error \(errno)")
  }

  /// The size of a page of memory in bytes.
  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Returns the pages that hold `range` of the file at the path `file`, with their addresses in
  /// this process and their offsets in the file.
  private static func pages(of range: Range<Int>, in file: String) -> [(address: UInt, offset: Int)]
  {
    // Its size is not known before it is read, so it is read to its end.
    let list = FileHandle(forReadingAtPath: "/proc/self/maps")
    let maps = String(decoding: (try? list?.readToEnd()) ?? Data(), as: UTF8.self)
    let name = "/" + URL(fileURLWithPath: file).lastPathComponent
    var pages: [(UInt, Int)] = []
    for line in maps.split(separator: "\n") where line.hasSuffix(name) {
      // first-last permissions offset device inode path
      let parts = line.split(separator: " ", maxSplits: 5)
      let bounds = parts[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2, let offset = Int(parts[2], radix: 16) else { continue }
      let start = range.lowerBound / pageSize * pageSize
      for page in stride(from: start, to: range.upperBound, by: pageSize) where page >= offset {
        let address = bounds[0] + UInt(page - offset)
        if address < bounds[1] { pages.append((address, page)) }
      }
    }
    return pages
  }
}
