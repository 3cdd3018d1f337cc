import Martlet
import MartletToolSupport

/// The measurements of `micro`. Each makes a table and keeps its figures.
struct MicroTables {
  private let documentCount: Int
  private let effort: MicroTiming.Effort
  private let norms: [UInt8]
  private let normBytes: ByteView
  private(set) var figures = MeasuredFigures()

  /// Prepares measurements for lists of a segment of `documentCount` documents.
  init(documentCount: Int, _ effort: MicroTiming.Effort) {
    self.documentCount = documentCount
    self.effort = effort
    var random = MixedNumbers(seed: 7)
    norms = (0..<documentCount).map { _ in UInt8(20 + random.number(below: 60)) }
    normBytes = ByteView(copying: norms)
  }

  /// Measures unpacking documents and frequencies, by the number of bits that each takes.
  mutating func widths(_ widths: [Int]) throws -> TextTable {
    var table = Self.table(["bits", "postings"], ["documents", "frequencies"])
    for width in widths where 2 << width <= documentCount {
      let list = try MadeList.ofWidth(width, count: 1 << 16, norms: normBytes)
      let count = list.plain.documents.count
      let documents = try MicroTiming("documents of \(width) bits", count: count, effort) {
        try list.packed.sumOfDocuments()
      } loop: {
        PlainList.sum(list.plain.documents)
      }
      let frequencies = try MicroTiming("frequencies of \(width) bits", count: count, effort) {
        try list.packed.sumOfFrequencies()
      } loop: {
        PlainList.sum(list.plain.frequencies)
      }
      keep("\(width) bits, documents", documents)
      keep("\(width) bits, frequencies", frequencies)
      table.add(["\(width)", Figures.count(count)] + documents.cells + frequencies.cells)
    }
    return table
  }

  /// Measures unpacking and scoring, by how many documents have a word.
  mutating func densities(_ rarities: [Int]) throws -> TextTable {
    var table = Self.table(["one in", "postings"], ["unpack", "score"])
    for rarity in rarities {
      let list = try MadeList.ofRarity(rarity, seed: UInt64(rarity), norms: normBytes)
      let count = list.plain.documents.count
      let unpacking = try MicroTiming("unpacking, one in \(rarity)", count: count, effort) {
        try list.packed.sumOfDocuments() &+ list.packed.sumOfFrequencies()
      } loop: {
        PlainList.sum(list.plain.documents) &+ PlainList.sum(list.plain.frequencies)
      }
      let (norms, worths) = (norms, list.packed.worths)
      let scoring = try MicroTiming("scoring, one in \(rarity)", count: count, effort) {
        try list.packed.count(scoringAbove: 0.8)
      } loop: {
        list.plain.count(scoringAbove: 0.8, norms: norms, worths: worths)
      }
      keep("one in \(rarity), unpack", unpacking)
      keep("one in \(rarity), score", scoring)
      table.add(["\(rarity)", Figures.count(count)] + unpacking.cells + scoring.cells)
    }
    return table
  }

  /// Measures the documents that two lists have in common, per posting of the shorter one.
  mutating func intersections(_ pairs: [(rare: Int, common: Int)]) throws -> TextTable {
    var table = Self.table(["one in", "and", "postings"], ["intersect"])
    for (rare, common) in pairs {
      let first = try MadeList.ofRarity(rare, seed: UInt64(rare), norms: normBytes)
      let second = try MadeList.ofRarity(common, seed: 99, norms: normBytes)
      let count = first.plain.documents.count
      let timing = try MicroTiming("one in \(rare) and in \(common)", count: count, effort) {
        try first.packed.countOfCommon(with: second.packed)
      } loop: {
        first.plain.countOfCommon(with: second.plain)
      }
      keep("one in \(rare) and one in \(common), intersect", timing)
      table.add(["\(rare)", "\(common)", Figures.count(count)] + timing.cells)
    }
    return table
  }

  /// Measures seeks to documents that are the given distance apart, per seek.
  mutating func seeks(_ pairs: [(rarity: Int, distance: Int)]) throws -> TextTable {
    var table = Self.table(["one in", "distance", "seeks"], ["seek"])
    for (rarity, distance) in pairs {
      let list = try MadeList.ofRarity(rarity, seed: UInt64(rarity), norms: normBytes)
      let targets = stride(from: 0, to: documentCount, by: distance).map { UInt32($0) }
      let timing = try MicroTiming("seeking by \(distance)", count: targets.count, effort) {
        try list.packed.sumOfSought(targets)
      } loop: {
        list.plain.sumOfSought(targets)
      }
      keep("one in \(rarity) by steps of \(distance), seek", timing)
      table.add(["\(rarity)", "\(distance)", Figures.count(targets.count)] + timing.cells)
    }
    return table
  }

  private mutating func keep(_ name: String, _ timing: MicroTiming) {
    figures.add("micro \(name)", timing.engine, "ns")
  }

  /// Returns an empty table with three columns for each thing that is measured.
  private static func table(_ keys: [String], _ subjects: [String]) -> TextTable {
    let columns = keys.count + 3 * subjects.count
    var table = TextTable(columns: Array(repeating: .right, count: columns))
    table.add(keys + subjects.flatMap { [$0, "loop", "times"] })
    table.addRule()
    return table
  }
}
