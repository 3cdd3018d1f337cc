/// The part of unsynced writes that a loss of power leaves (Pillai and others, "All File Systems
/// Are Not Created Equal", USENIX OSDI 2014).
package enum PowerLoss: String, Sendable, CaseIterable {
  /// Nothing of it.
  case dropsAll
  /// All of it.
  case keepsAll
  /// By chance: of each sector its bytes, zeros, garbage or nothing; any of the changes of names.
  case tears
  /// As ``tears``, but the changes of names come in order.
  case tearsNamesInOrder
  /// One append, or one change of a name, and nothing else.
  case keepsOne
  /// All but one append, or one change of a name.
  case dropsOne

  /// Any of them.
  package static func random(_ random: inout SeededRandom) -> PowerLoss {
    allCases[random.int(in: 0..<allCases.count)]
  }
}

extension DiskState {
  /// The disk as it may be found after power was lost at this moment.
  package func image(_ loss: PowerLoss, using random: inout SeededRandom) -> DiskState {
    var builder = PowerLossImage(self, loss, &random)
    let found = builder.names(of: self)
    var contents: [String: [UInt8]] = [:]
    for (index, file) in files.enumerated() {
      let content = builder.content(of: file)
      for (name, number) in found where number == index { contents[name] = content }
    }
    let note = builder.note(of: self)
    random = builder.random
    return DiskState(drive: drive, contents: contents, note: note)
  }
}

/// Decides what becomes of each part of a disk that lost its power.
private struct PowerLossImage {
  enum Fate { case kept, dropped, torn }

  private let loss: PowerLoss
  /// The barrier before which everything is on the medium; nothing written after the next one is.
  private let cut: Int
  /// The number of the part that is treated unlike all others.
  private var chosen = 0
  private var isInOrder = true
  var random: SeededRandom

  init(_ state: DiskState, _ loss: PowerLoss, _ random: inout SeededRandom) {
    self.loss = loss
    cut =
      switch loss {
      case .dropsAll: state.durableBarrier
      case .keepsAll: state.barrierCount
      default: random.int(in: state.durableBarrier..<(state.barrierCount + 1))
      }
    self.random = random
    let parts =
      state.changes.map(\.part)
      + state.files.flatMap { file in
        file.extents.map(\.part) + [file.reserved?.part].compactMap { $0 }
      }
    let count = parts.count { isUncertain($0) }
    if count > 0 { chosen = self.random.int(in: 0..<count) }
  }

  private func isUncertain(_ part: WrittenPart) -> Bool {
    switch part.place {
    case .medium, .nowhere: false
    case .cache(let barrier): barrier > cut && part.barriersBefore <= cut
    case .memory: part.barriersBefore <= cut
    }
  }

  private mutating func fate(of part: WrittenPart) -> Fate {
    guard isUncertain(part) else {
      return switch part.place {
      case .medium: .kept
      case .cache(let barrier): barrier <= cut ? .kept : .dropped
      case .memory, .nowhere: .dropped
      }
    }
    switch loss {
    case .dropsAll: return .dropped
    case .keepsAll: return .kept
    case .tears, .tearsNamesInOrder: return .torn
    case .keepsOne, .dropsOne:
      chosen -= 1
      return (chosen == -1) == (loss == .keepsOne) ? .kept : .dropped
    }
  }

  mutating func names(of state: DiskState) -> [String: Int] {
    var names = state.durableNames
    for change in state.changes {
      let isMade =
        switch fate(of: change.part) {
        case .kept: true
        case .dropped: false
        case .torn: isMadeByChance()
        }
      if isMade { change.make(in: &names) }
    }
    return names
  }

  private mutating func isMadeByChance() -> Bool {
    guard loss == .tearsNamesInOrder else { return random.oneIn(2) }
    if random.oneIn(4) { isInOrder = false }
    return isInOrder
  }

  mutating func content(of file: DiskFile) -> [UInt8] {
    var content: [UInt8] = []
    var length = 0
    for extent in file.extents {
      let bytes = file.content[content.count..<extent.end]
      switch fate(of: extent.part) {
      case .kept:
        content += bytes
        length = content.count
      case .dropped: content += Array(repeating: 0, count: bytes.count)
      case .torn:
        let missing = random.int(in: 0..<(bytes.count + 1))
        content += torn(bytes)
        length = max(length, content.count - missing)
      }
    }
    length = max(length, reservedEnd(of: file))
    content += Array(repeating: 0, count: max(0, length - content.count))
    return Array(content.prefix(length))
  }

  /// Returns the end of the zeros that were written ahead.
  private mutating func reservedEnd(of file: DiskFile) -> Int {
    guard let reserved = file.reserved else { return 0 }
    return switch fate(of: reserved.part) {
    case .kept: reserved.end
    case .dropped: 0
    case .torn: random.int(in: 0..<(reserved.end + 1))
    }
  }

  /// The bytes with some sectors lost. The sectors are small because the files of a test are.
  private mutating func torn(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result = Array(bytes)
    let size = [1, 8, 32, 512][random.int(in: 0..<4)]
    for start in stride(from: 0, to: result.count, by: size) {
      let sector = start..<min(result.count, start + size)
      switch random.int(in: 0..<4) {
      case 0: for index in sector { result[index] = 0 }
      case 1: for index in sector { result[index] = UInt8(truncatingIfNeeded: random.next()) }
      default: break
      }
    }
    return result
  }

  /// The note as it may be found: it is never synced.
  mutating func note(of state: DiskState) -> [UInt8]? {
    guard loss != .keepsAll, let first = state.earlierNotes.first else { return state.note }
    if loss == .dropsAll { return first }
    let notes = state.earlierNotes + [state.note]
    var bytes = notes[random.int(in: 0..<notes.count)] ?? []
    if random.oneIn(4), !bytes.isEmpty { bytes[random.int(in: 0..<bytes.count)] = 0 }
    return bytes.isEmpty ? nil : bytes
  }
}
