/// The progress of written bytes on their way to the medium.
struct WrittenPart: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    /// In the system's memory. It may be written back at any time.
    case memory
    /// In the drive's cache, in front of this barrier.
    case cache(barrier: Int)
    /// On the medium.
    case medium
    /// Nowhere: a sync failed and dropped it. Programs see it until the system stops.
    case nowhere
  }

  /// The barriers that had been put into the drive's cache when this was written: all that was in
  /// front of them reaches the medium first.
  var barriersBefore: Int
  var place = Place.memory

  /// Goes to `place` unless it was dropped before or is on the medium already.
  mutating func move(to place: Place) {
    switch self.place {
    case .memory: self.place = place
    case .cache where place == .medium: self.place = place
    case .cache, .medium, .nowhere: break
    }
  }
}

/// One file of a simulated disk: its bytes as programs see them, and where each append has come.
struct DiskFile: Sendable {
  /// The bytes that one append added.
  struct Extent: Sendable {
    var end: Int
    var part: WrittenPart
  }

  /// The bytes that were appended.
  private(set) var content: [UInt8]
  private(set) var extents: [Extent] = []
  /// The end of the zeros written after the content, if there are any.
  private(set) var reserved: Extent?

  /// A file whose content is on the medium.
  init(content: [UInt8] = []) {
    self.content = content
    if !content.isEmpty {
      extents = [Extent(end: content.count, part: WrittenPart(barriersBefore: 0, place: .medium))]
    }
  }

  /// Bytes that programs see.
  var byteCount: Int { max(content.count, reserved?.end ?? 0) }

  /// The bytes that programs see.
  var visible: [UInt8] {
    content + Array(repeating: 0, count: byteCount - content.count)
  }

  mutating func reserve(upTo end: Int, barriersBefore: Int) {
    guard end > byteCount else { return }
    reserved = Extent(end: end, part: WrittenPart(barriersBefore: barriersBefore))
  }

  mutating func append(_ bytes: [UInt8], barriersBefore: Int) {
    guard !bytes.isEmpty else { return }
    content += bytes
    extents.append(
      Extent(end: content.count, part: WrittenPart(barriersBefore: barriersBefore)))
  }

  /// Sends everything to `place`; with `half`, only the first half of what is on no medium yet,
  /// and drops the rest.
  mutating func synchronize(to place: WrittenPart.Place, half: Bool = false) {
    if half { split(at: (syncedCount + content.count) / 2) }
    let limit = half ? (syncedCount + content.count) / 2 : content.count
    for index in extents.indices {
      extents[index].part.move(to: extents[index].end <= limit ? place : .nowhere)
    }
    reserved?.part.move(to: half ? .nowhere : place)
    joinSynced()
  }

  /// Loses the end of the file from the first byte on that only the system's memory has.
  mutating func forgetUnwritten() {
    extents = Array(extents.prefix { $0.part.place != .memory })
    content.removeSubrange((extents.last?.end ?? 0)...)
    if reserved?.part.place == .memory { reserved = nil }
  }

  /// Bytes from the start that are on the medium.
  var syncedCount: Int {
    extents.prefix { $0.part.place == .medium }.last?.end ?? 0
  }

  private mutating func split(at offset: Int) {
    guard let index = extents.firstIndex(where: { $0.end > offset }) else { return }
    let start = index == 0 ? 0 : extents[index - 1].end
    guard start < offset else { return }
    extents.insert(Extent(end: offset, part: extents[index].part), at: index)
  }

  /// Keeps what is on the medium from the start as one extent.
  private mutating func joinSynced() {
    let synced = extents.prefix { $0.part.place == .medium }
    if synced.count > 1 { extents.removeFirst(synced.count - 1) }
  }
}
