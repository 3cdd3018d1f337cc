import Foundation
package import Martlet

/// The task of the program that is killed. The program takes it as JSON on its command line, and
/// prints `open` when it has the index, `<writer> <step>` for each step that is acknowledged, and
/// `closed <calls to the system>`.
package struct VictimOrder: Codable, Sendable {
  /// The path of the index.
  package var folder: String
  /// The seed of the script.
  package var seed: UInt64
  /// The number of the first step.
  package var first = 1
  /// The number of steps that each writer takes.
  package var count: Int
  package var durability: UInt8
  package var memoryLimit = 64 << 20
  /// The number of threads that write, each its own documents.
  package var writers = 1
  /// The bytes that a file beside the index leaves free on the volume, until a step was refused for
  /// want of room; nil to make no such file.
  package var room: Int?
  /// After how many steps the program says what it holds of the system; nil not to.
  package var measuringStride: Int?
  /// Before which call to the system it kills itself; nil not to.
  package var dyingCall: Int?
  /// The way in which it makes the index again before it writes; nil to open it as it is.
  package var remaking: Remaking?
  /// The way in which it shares the index with other processes that write; nil to have it alone.
  package var sharing: Sharing?
  /// The only one of the writers that writes in this process; nil for all of them.
  package var onlyWriter: Int?

  /// The schema of the index once it is made again.
  package var schema: Schema<VictimDocument> {
    switch remaking {
    case nil, .damaged: VictimDocument.searchSchema
    case .openingStored, .openingSource, .reindexing: VictimDocument.otherSchema
    }
  }

  /// A way to make an index again.
  package enum Remaking: String, Codable, CaseIterable, Sendable {
    /// It is opened with the other schema, and what it has stored is indexed again.
    case openingStored
    /// It is opened with the other schema, and made of ``VictimDocument/source``.
    case openingSource
    /// It is damaged, is opened with the same schema, and is made of ``VictimDocument/source``.
    case damaged
    /// It is open, and what it has stored is indexed again.
    case reindexing
  }

  /// A way to share an index.
  package enum Sharing: String, Codable, CaseIterable, Sendable {
    /// Each write takes the lock of the writer.
    case lockingEachWrite
    /// The index is suspended between some writes.
    case suspending
  }

  package init(folder: String, seed: UInt64, count: Int, durability: Durability) {
    self.folder = folder
    self.seed = seed
    self.count = count
    self.durability = durability.rawValue
  }

  /// The options that it opens the index with.
  package var options: IndexOptions {
    IndexOptions(
      durability: Durability(rawValue: durability) ?? .full, memoryLimit: memoryLimit,
      merging: onlyWriter ?? 0 == 0 ? .automatic : .manual,
      writerLock: sharing == .lockingEachWrite ? .perWrite : .whileOpen)
  }

  /// The order as an argument of the program.
  package var argument: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  /// The order in such an argument.
  package init(argument: String) throws {
    self = try JSONDecoder().decode(VictimOrder.self, from: Data(argument.utf8))
  }
}
