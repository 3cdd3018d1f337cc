import MartletToolSupport

/// The time of a build, by phase.
struct BuildPhases: Equatable {
  /// The work of a write besides adding its documents.
  enum Effect: Equatable {
    case nothing
    case merge
    case checkpoint
  }

  /// One write.
  struct Write: Equatable {
    var bytes: Int
    var seconds: Double
    var effect: Effect
  }

  /// Reading lines, and waiting for JSON to be decoded.
  var reading = 0.0
  /// Passing documents to a batch, which encodes what is stored of them.
  var encoding = 0.0
  /// Finding words, sorting, packing; and the whole time of the writes if all of them did other
  /// work too.
  var adding = 0.0
  /// Merging images in memory.
  var merging = 0.0
  /// Checkpoints among the writes.
  var spilling = 0.0
  var lastCheckpoint = 0.0
  var compacting = 0.0

  /// Divides the time of writes. Adding the same amount of text is assumed to take each of them
  /// equally long; the rest is attributed to the other work.
  mutating func take(_ writes: [Write]) {
    let plain = writes.filter { $0.effect == .nothing }
    let plainBytes = plain.reduce(0) { $0 + $1.bytes }
    let secondsPerByte =
      plainBytes > 0 ? plain.reduce(0) { $0 + $1.seconds } / Double(plainBytes) : .infinity
    for write in writes {
      let own = min(write.seconds, Double(write.bytes) * secondsPerByte)
      adding += write.effect == .nothing || write.bytes == 0 ? write.seconds : own
      guard write.effect != .nothing, write.bytes > 0 else { continue }
      if write.effect == .merge { merging += write.seconds - own }
      if write.effect == .checkpoint { spilling += write.seconds - own }
    }
  }

  /// The phases with their names.
  var named: [(name: String, seconds: Double)] {
    [
      ("reading and decoding JSON", reading), ("encoding what is kept", encoding),
      ("words and postings", adding), ("merges in memory", merging),
      ("checkpoints on the way", spilling), ("last checkpoint", lastCheckpoint),
      ("last merge", compacting),
    ]
  }

  /// A row for each phase that took time.
  var table: TextTable {
    let total = named.reduce(0) { $0 + $1.seconds }
    var table = TextTable(columns: [.left, .right, .right])
    for (name, seconds) in named where seconds > 0 {
      table.add([
        name, Figures.time(seconds), Figures.decimal(100 * seconds / total, places: 0) + " %",
      ])
    }
    return table
  }
}
