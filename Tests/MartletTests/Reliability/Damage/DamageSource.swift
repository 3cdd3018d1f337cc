import MartletTestSupport

@testable import Martlet

/// Damages by chance, to all files and in all regions of them alike.
struct DamageSource {
  /// Content that a file may be replaced by, and what it is.
  private struct Foreign {
    var kind: String
    var bytes: [UInt8]
    var source: String
  }

  private let disk: DamageDisk
  /// The names of each kind of file, and the note.
  private let groups: [[String]]
  private let names: [String]
  /// The parts of each file that damages are spread over.
  private let regions: [String: [Range<Int>]]
  private let foreign: [Foreign]
  private var random: SeededRandom

  /// - Parameter other: Another index.
  init(_ sample: DamageSample, other: DamageSample, seed: UInt64) throws {
    disk = sample.disk
    random = SeededRandom(seed: seed)
    names = Self.inOrderOfAge(sample)
    let byKind = Dictionary(grouping: names, by: Self.kind)
    // Segments have the most parts, and only a large one has pages that opening does not read.
    let kinds = byKind.keys.sorted() + ["seg", "seg"]
    let largest = names.max {
      sample.disk.content(of: $0).count < sample.disk.content(of: $1).count
    }
    groups = kinds.compactMap { byKind[$0] } + [[Damage.note], [largest ?? ""], [largest ?? ""]]
    var regions: [String: [Range<Int>]] = [:]
    for (name, bytes) in disk.files {
      regions[name] = try Self.regions(of: name, bytes).filter { !$0.isEmpty }
    }
    regions[Damage.note] = [0..<disk.content(of: Damage.note).count]
    self.regions = regions
    var foreign: [Foreign] = []
    for (moment, old) in sample.history.enumerated() {
      foreign += Self.contents(of: old, "moment \(moment)")
    }
    foreign += Self.contents(of: other.disk, "another index")
    self.foreign = foreign
  }

  /// The names in an order that is the same for each run, although they are made by chance.
  private static func inOrderOfAge(_ sample: DamageSample) -> [String] {
    let births = sample.disk.files.map { name, bytes in
      let birth = sample.history.firstIndex { $0.files[name] != nil } ?? 0
      return (name: name, birth: birth, byteCount: bytes.count)
    }
    return births.sorted { ($0.birth, $0.byteCount) < ($1.birth, $1.byteCount) }.map(\.name)
  }

  /// `manifest`, `wal`, `seg`, `del`.
  private static func kind(_ name: String) -> String { String(name.prefix { $0 != "-" }) }

  private static func contents(of disk: DamageDisk, _ place: String) -> [Foreign] {
    let files = disk.names.map { name in
      Foreign(kind: kind(name), bytes: disk.content(of: name), source: "\(name) of \(place)")
    }
    let note = Foreign(
      kind: Damage.note, bytes: disk.content(of: Damage.note), source: "the note of \(place)")
    return files + [note]
  }

  /// Returns the header, every section, the bytes between them, the table, the hashes and the
  /// footer of an image; or the start, the rest and the end of another file.
  private static func regions(of name: String, _ bytes: [UInt8]) throws -> [Range<Int>] {
    guard case .segment = FileName(name) else {
      let start = min(96, bytes.count)
      let end = max(start, bytes.count - 16)
      return [0..<start, start..<end, end..<bytes.count]
    }
    let image = try ImageReader(ByteView(copying: bytes), file: name, isTrusted: false)
    var regions = [0..<ImageFormat.headerByteCount]
    for id in image.sectionIDs {
      let section = try image.requiredSection(id)
      let range = section.origin..<(section.origin + section.count)
      regions.append((regions.last?.upperBound ?? 0)..<range.lowerBound)
      regions.append(range)
    }
    let footer = bytes.count - ImageFormat.footerByteCount
    let hashes = Int(ByteView(copying: bytes).uint64(at: footer + 16))
    regions.append((regions.last?.upperBound ?? 0)..<hashes)
    return regions + [hashes..<footer, footer..<bytes.count]
  }

  /// The next damage, which may change nothing.
  mutating func next() -> Damage {
    let name = pick(groups[random.int(in: 0..<groups.count)])
    let bytes = disk.content(of: name)
    let offset = offset(in: name)
    switch random.int(in: 0..<20) {
    case 0..<6: return .flip(name, offset: offset, mask: 1 << UInt8(random.int(in: 0..<8)))
    case 6..<10: return .flip(name, offset: offset, mask: UInt8(random.int(in: 1..<256)))
    case 10..<12: return .cut(name, byteCount: offset)
    case 12..<14: return zeros(name, offset, bytes.count)
    case 14, 15: return growth(name, bytes)
    case 16: return .swap(name, pick(names))
    case 17, 18: return replacement(of: name)
    default: return random.oneIn(4) ? .remove(name) : replacement(of: name)
    }
  }

  private mutating func pick(_ names: [String]) -> String {
    names[random.int(in: 0..<names.count)]
  }

  /// Anywhere, or in one of the regions, whatever its size.
  private mutating func offset(in name: String) -> Int {
    if random.oneIn(2) { return random.int(in: 0..<disk.content(of: name).count) }
    let regions = regions[name] ?? [0..<1]
    return random.int(in: regions[random.int(in: 0..<regions.count)])
  }

  /// A sector, a page, or a few bytes; sometimes at a sector's start.
  private mutating func zeros(_ name: String, _ offset: Int, _ count: Int) -> Damage {
    let size = [8, 512, 4_096][random.int(in: 0..<3)]
    let start = random.oneIn(2) ? offset / size * size : offset
    return .zeros(name, start..<min(count, start + size))
  }

  private mutating func growth(_ name: String, _ bytes: [UInt8]) -> Damage {
    let count = [1, 8, 64, 4_096][random.int(in: 0..<4)]
    switch random.int(in: 0..<3) {
    case 0: return .grow(name, by: Array(repeating: 0, count: count), how: "zeros")
    case 1:
      let noise = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      return .grow(name, by: noise, how: "noise")
    default: return .grow(name, by: bytes, how: "a copy of itself")
    }
  }

  /// Returns a replacement of a file by the content of another of its kind, or seldom of any kind.
  private mutating func replacement(of name: String) -> Damage {
    let kind = Self.kind(name)
    let isSame = !random.oneIn(8)
    let choices = foreign.filter { !isSame || $0.kind == kind }
    let choice = choices[random.int(in: 0..<choices.count)]
    return .replace(name, by: choice.bytes, from: choice.source)
  }
}
