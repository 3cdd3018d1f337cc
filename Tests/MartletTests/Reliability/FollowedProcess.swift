#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport

  /// The states that a script leads through, and those of them that a reader has found.
  struct FollowedScript {
    private let states: [VictimContents]
    /// The number of the step after which the index was last found.
    private(set) var position = 0
    /// The number of different states that were found.
    private(set) var foundCount = 0

    init(_ order: VictimOrder, writer: Int = 0) {
      let script = VictimScript(order, writer: writer)
      var contents = VictimContents()
      states =
        [contents]
        + (1...order.count).map { number in
          for change in script.step(number).changes { contents.apply(change) }
          return contents
        }
    }

    /// True once the last state was found.
    var isAtEnd: Bool { states[position] == states[states.count - 1] }

    /// The number of the last step before whose end the writer had this; nil if it never had.
    func step(of contents: VictimContents) -> Int? { states.lastIndex { $0 == contents } }

    /// What of `contents` differs from the state that was last found, and from the one after it.
    func difference(_ contents: VictimContents) -> String {
      let next = min(position + 1, states.count - 1)
      return "step \(position), found that of \(step(of: contents) ?? -1); "
        + contents.difference(from: states[position]) + "; from the next step: "
        + contents.difference(from: states[next])
    }

    /// Takes what a reader has found. Returns false if the writer had no such state, or if it is
    /// older than the one before.
    mutating func find(_ contents: VictimContents) -> Bool {
      let next = states[position...].firstIndex { $0 == contents }
      guard let next else { return false }
      if next > position { foundCount += 1 }
      position = next
      return true
    }
  }

  extension VictimContents {
    /// The first documents and all bookmarks that are others than in `known`.
    fileprivate func difference(from known: VictimContents) -> String {
      let keys = Set(known.documents.keys).union(documents.keys)
        .filter { known.documents[$0] != documents[$0] }
      let names = Set(known.bookmarks.keys).union(bookmarks.keys)
        .filter { known.bookmarks[$0] != bookmarks[$0] }
      let changes = keys.sorted().prefix(8).map { key in
        "\(key): \(known.documents[key] ?? -1) -> \(documents[key] ?? -1)"
      }
      let marks = names.sorted().map { name in
        "\(name): \(known.bookmarks[name] ?? []) -> \(bookmarks[name] ?? [])"
      }
      return (changes + marks).joined(separator: ", ")
    }
  }

  /// The time that a test waits for another process, which begins anew with each step forward: a
  /// machine may be slow, but something hangs where nothing goes on.
  struct Patience {
    private var position = -1
    private var end = Date.now

    /// Returns false if there was no other position for ten minutes.
    mutating func lasts(at position: Int) -> Bool {
      if position != self.position { (self.position, end) = (position, .now + 600) }
      return Date.now < end
    }
  }

  /// A process that writes, and a reader of the same index.
  struct FollowedProcess {
    let child: ChildProcess
    let order: VictimOrder

    /// Starts the process, and waits until it has the index.
    init(_ order: VictimOrder) throws {
      self.order = order
      child = try ChildProcess(ChildProcess.program("MartletVictim"), [order.argument])
      guard child.readLine() == "open" else { throw POSIXError(.ECHILD) }
    }

    /// Refreshes `reader` until it has the last state, the process is killed, or nothing new is
    /// found for too long. Returns the number of times.
    ///
    /// - Parameter killing: The number of the step after whose state the process is killed.
    func follow(
      _ reader: SearchIndex<VictimDocument>, _ script: inout FollowedScript,
      killing step: Int? = nil, note: (String) -> Void
    ) throws -> Int {
      var patience = Patience()
      var count = 0
      var isNew = true
      while !script.isAtEnd {
        guard patience.lasts(at: script.position) else {
          note("nothing new was found for long, step \(script.position)")
          break
        }
        if isNew, !script.find(try VictimContents(reader)) {
          note("after step \(script.position), the reader has what the writer never had")
          break
        }
        if let step, script.position >= step { break }
        isNew = try reader.refreshSync()
        if !isNew { usleep(200) }
        count += 1
      }
      return count
    }
  }
#endif
