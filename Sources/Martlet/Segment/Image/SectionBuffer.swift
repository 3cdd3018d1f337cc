/// Collects one section while others are being written, in a temporary file once it is large.
///
/// An image is written section by section, but a merge makes terms, postings and positions at the
/// same time. Each goes into a buffer, which keeps up to `heapLimit` bytes on the heap and then
/// moves them to a file. The file is removed with the object, or by the next writer. Used by one
/// thread at a time; finished once, by ``copy(_:into:)``, ``move(to:poll:)`` or ``finish()``.
///
/// - Complexity: appending is amortised O(1) per byte.
final class SectionBuffer {
  /// The bytes of the file that are in memory at a time while they are copied.
  private static let copiedByteCount = 4 << 20

  /// The end of the section that is not yet in the file.
  ///
  /// Encoders append here and then call ``spillIfFull()``. The bytes in the file end at a multiple
  /// of 64, so that aligning this writer aligns the section.
  let pending = ByteWriter()
  /// The number of bytes before those in ``pending``.
  private(set) var spilledByteCount = 0

  private let storage: (any Storage)?
  private let name: String
  private let heapLimit: Int
  private var file: (any WritableFile)?

  /// Creates an empty buffer that never leaves the heap.
  convenience init() {
    self.init(storage: nil, name: "", heapLimit: .max)
  }

  /// Creates an empty buffer that moves its bytes to the file `name` of `storage` when it exceeds
  /// `heapLimit` bytes, or never when there is no storage.
  init(storage: (any Storage)?, name: String, heapLimit: Int) {
    self.storage = storage
    self.name = name
    self.heapLimit = max(ImageFormat.alignment, heapLimit)
  }

  deinit {
    // If this fails, the next writer removes the file.
    if file != nil { try? storage?.remove(name) }
  }

  /// The byte count of the section so far.
  var byteCount: Int { spilledByteCount + pending.count }

  /// Appends `view`.
  ///
  /// - Throws: Any error from creating the file or appending to it.
  func append(_ view: ByteView) throws(SearchError) {
    pending.append(view)
    try spillIfFull()
  }

  /// Moves the bytes on the heap to the file if they exceed the limit.
  ///
  /// - Throws: Any error from creating the file or appending to it.
  @inline(__always)
  func spillIfFull() throws(SearchError) {
    if pending.count > heapLimit { try spill() }
  }

  @inline(never)
  private func spill() throws(SearchError) {
    guard let storage else { return }
    let target: any WritableFile
    if let file { target = file } else { target = try storage.create(name) }
    file = target
    let end = pending.count - pending.count % ImageFormat.alignment
    var rest: [UInt8] = []
    try pending.lend { (bytes) throws(SearchError) in
      try target.append(bytes.slice(0..<end))
      rest = bytes.array(end..<bytes.count)
    }
    spilledByteCount += end
    pending.append(rest)
  }

  /// Adds the whole section `id` to `image`, then drops the bytes and the file.
  ///
  /// - Throws: Any error from writing the image or mapping the temporary file.
  func copy(_ id: SectionID, into image: ImageWriter) throws(SearchError) {
    let section = ImageSection(id, of: image)
    try move(to: section)
    try section.end()
  }

  /// Moves all bytes to `sink`, then drops the file.
  ///
  /// - Parameter poll: Called before each 4 MiB; an error that it throws stops the move.
  /// - Throws: Any error from the sink or from mapping the temporary file.
  func move(
    to sink: any ByteSink, poll: () throws(SearchError) -> Void = {}
  ) throws(SearchError) {
    if let file, let storage {
      try file.close()
      let bytes = try storage.map(name, byteCount: spilledByteCount)
      for start in stride(from: 0, to: bytes.count, by: Self.copiedByteCount) {
        try poll()
        let piece = bytes.slice(start..<min(start + Self.copiedByteCount, bytes.count))
        try sink.append(contentsOf: piece)
        bytes.releasePages()
      }
    }
    try poll()
    try sink.append(contentsOf: pending.finish())
    if file != nil { try storage?.remove(name) }
    file = nil
    spilledByteCount = 0
  }

  /// Returns all bytes, mapped if they are in a file; the file stays as long as this object.
  ///
  /// - Throws: Any error from writing or mapping the temporary file.
  func finish() throws(SearchError) -> ByteView {
    guard let file, let storage else { return pending.finish() }
    try file.append(pending.finish())
    try file.close()
    return try storage.map(name, byteCount: file.byteCount)
  }
}
