#if os(macOS) || os(Linux)
  import Foundation
  import MartletTestSupport

  @testable import Martlet

  /// One life of the program that is killed, as its parent sees it.
  struct KilledRun {
    /// The moment at which the parent kills the process.
    enum Moment {
      /// Never: it ends itself.
      case none
      /// So many microseconds after it was started.
      case afterStart(UInt32)
      /// So many microseconds after it acknowledged so many steps.
      case afterSteps(Int, UInt32)
    }

    /// The task of the program; its folder is where the index is now.
    var order: VictimOrder
    /// The termination of the program.
    private(set) var end = ChildProcess.End.exit(0)
    /// True once the program had the index.
    private(set) var hasOpened = false
    /// The last step of each writer that was acknowledged.
    private(set) var acknowledged: [Int]
    /// The last of them that nothing can take.
    private(set) var kept: [Int]
    /// The calls that it made, when it came to its end.
    private(set) var callCount: Int?
    /// Before which call it killed itself.
    private(set) var lastCall: String?
    /// The steps that were refused at first, for want of room.
    private(set) var refusedCount = 0
    /// The measurements that it printed, the last of them without the live bytes of its index.
    private(set) var measurements: [[Int]] = []
    /// The other lines that it printed.
    private(set) var complaints: [String] = []

    /// Starts the program, and takes in what it says until its end.
    ///
    /// - Parameter shell: A line of the shell that starts it, as `"$1" "$2"`; nil for itself.
    init(
      _ order: VictimOrder, until moment: Moment, by shell: String? = nil, _ more: [String] = []
    ) throws {
      self.order = order
      acknowledged = Array(repeating: order.first - 1, count: order.writers)
      kept = acknowledged
      let words = [try ChildProcess.program("MartletVictim"), try order.argument]
      let child =
        if let shell {
          try ChildProcess("/bin/sh", ["-c", shell, "sh"] + words + more)
        } else {
          try ChildProcess(words[0], [words[1]])
        }
      var steps = 0
      if case .afterStart(let pause) = moment { Self.kill(child, after: pause) }
      while let line = child.readLine() {
        if take(line) { steps += 1 }
        if case .afterSteps(steps, let pause) = moment {
          Self.kill(child, after: pause)
        }
      }
      end = child.wait()
    }

    private static func kill(_ child: ChildProcess, after microseconds: UInt32) {
      usleep(microseconds)
      child.kill(SIGKILL)
    }

    /// True for a step.
    private mutating func take(_ line: String) -> Bool {
      let words = line.split(separator: " ")
      if line == "open" {
        hasOpened = true
      } else if words.count == 2, words[0] == "closed" {
        callCount = Int(words[1])
        kept = acknowledged
      } else if words.first == "refused" {
        refusedCount += 1
      } else if words.first == "measured" {
        measurements.append(words.compactMap { Int($0) })
      } else if words.first == "dies" {
        lastCall = words.dropFirst().prefix(3).joined(separator: " ")
      } else if words.count == 2, let writer = Int(words[0]), let step = Int(words[1]) {
        acknowledged[writer] = step
        if VictimScript(order, writer: writer).step(step).keeps { kept[writer] = step }
        return true
      } else {
        complaints.append(line)
      }
      return false
    }

    /// All that `writer` may have made of `start`, the newest first.
    func moments(of writer: Int, from start: VictimContents) -> [VictimContents] {
      let script = VictimScript(order, writer: writer)
      let least = order.options.durability == .none ? kept[writer] : acknowledged[writer]
      var contents = start.part(of: writer)
      var result: [VictimContents] = []
      for number in order.first..<(order.first + order.count) {
        if number > least { result.append(contents) }
        guard number <= acknowledged[writer] + 1 else { break }
        for change in script.step(number).changes { contents.apply(change) }
      }
      result.append(contents)
      return result.reversed()
    }
  }
#endif
