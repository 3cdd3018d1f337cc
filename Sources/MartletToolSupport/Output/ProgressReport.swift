import Dispatch
import Foundation
import Synchronization

/// The progress of a long operation, on the standard error: one line that is redrawn on a terminal,
/// and a plain line every few seconds anywhere else.
///
/// A thread of its own draws it, so that it moves during a long step. Any thread may use it.
package final class ProgressReport: Sendable {
  private struct State {
    var line: ProgressLine
    var lastPlainSeconds = 0.0
    var isEnded = false
  }

  /// Text that clears the line, with the cursor at its beginning.
  private static let clearing = "\r\u{1B}[K"
  private static let redrawMilliseconds = 100
  private static let plainSeconds = 5.0

  private let state: Mutex<State>
  private let isRedrawn: Bool
  private let stopwatch = Stopwatch()
  private let stop = DispatchSemaphore(value: 0)

  /// Starts a report.
  ///
  /// - Parameters:
  ///   - totalBytes: The size of the input in bytes; nil if it is unknown.
  ///   - onTick: A closure that is called some times in a second, on a thread of its own.
  package init(totalBytes: Int?, onTick: @escaping @Sendable (ProgressReport) -> Void = { _ in }) {
    state = Mutex(State(line: ProgressLine(totalBytes: totalBytes)))
    isRedrawn = Terminal.canRedraw(STDERR_FILENO)
    DispatchQueue(label: "martlet.progress").async { [self, stop] in
      while stop.wait(timeout: .now() + .milliseconds(Self.redrawMilliseconds)) == .timedOut {
        onTick(self)
        show()
      }
    }
  }

  /// Sets the size of the input in bytes, once it is known.
  package func expect(bytes: Int) { state.withLock { $0.line.totalBytes = bytes } }

  /// Updates the number of documents and bytes of the input that are read.
  package func read(documents: Int, bytes: Int) {
    state.withLock { state in
      state.line.documents = documents
      state.line.readBytes = bytes
    }
  }

  /// Records that everything that was read is written.
  package func noteWritten() {
    state.withLock { state in
      state.line.writtenBytes = state.line.readBytes
      state.line.writtenSeconds = stopwatch.seconds
    }
  }

  /// Records that all documents are written, and the index is put in order.
  package func beginFinishing() { state.withLock { $0.line.isFinishing = true } }

  /// Prints a line above the bar.
  package func print(_ text: String) {
    state.withLock { state in
      if isRedrawn, !state.isEnded { StandardError.write(Self.clearing) }
      StandardError.print(text)
    }
  }

  /// Ends the report, and removes the bar, so that the terminal is clean for what follows.
  package func end() {
    state.withLock { state in
      guard !state.isEnded else { return }
      state.isEnded = true
      stop.signal()
      if isRedrawn { StandardError.write(Self.clearing) }
    }
  }

  /// The seconds since the start.
  package var seconds: Double { stopwatch.seconds }

  private func show() {
    state.withLock { state in
      guard !state.isEnded else { return }
      state.line.seconds = stopwatch.seconds
      if isRedrawn {
        let width = Terminal.width(of: STDERR_FILENO) ?? Terminal.usualWidth
        StandardError.write("\r" + state.line.bar(width: width) + "\u{1B}[K")
      } else if state.line.seconds - state.lastPlainSeconds >= Self.plainSeconds {
        state.lastPlainSeconds = state.line.seconds
        StandardError.print(state.line.plain)
      }
    }
  }
}
