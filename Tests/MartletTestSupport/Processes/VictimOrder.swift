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

  package init(folder: String, seed: UInt64, count: Int, durability: Durability) {
    self.folder = folder
    self.seed = seed
    self.count = count
    self.durability = durability.rawValue
  }

  /// The options that it opens the index with.
  package var options: IndexOptions {
    IndexOptions(durability: Durability(rawValue: durability) ?? .full, memoryLimit: memoryLimit)
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
