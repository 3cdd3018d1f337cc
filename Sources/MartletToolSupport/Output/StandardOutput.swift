import Foundation
import Synchronization

/// The standard output, for results.
///
/// Output is collected and written in large pieces, except on a terminal. Failures are remembered:
/// ``flush()`` reports them at the end.
package enum StandardOutput {
  private struct State {
    var buffer: [UInt8] = []
    var failure: String?
  }

  private static let state = Mutex(State())
  private static let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
  /// The number of bytes that are collected before they are written.
  private static let pieceByteCount = 1 << 16

  /// Prints a text for people and a line end, with control characters escaped.
  package static func print(_ text: String) {
    write(text.escapingControls(keepsLineEnds: true))
  }

  /// Prints a text in which only the control characters are left that the terminal is to obey, and
  /// a line end.
  package static func printEscaped(_ text: String) { write(text) }

  /// Prints one value in JSON and a line end. On a terminal, control characters are escaped, which
  /// does not change the value.
  package static func printJSON(_ json: String) {
    write(isTerminal ? json.escapingControls(keepsLineEnds: true) : json)
  }

  /// Writes everything that was printed.
  ///
  /// - Returns: The reason for which this or an earlier part of the output was lost; nil if all of
  ///   it was written.
  package static func flush() -> String? {
    let failure = state.withLock { state in
      writeOut(&state)
      return state.failure
    }
    // What Swift's own `print` has buffered.
    return fflush(nil) == 0 ? failure : failure ?? "the system refused it"
  }

  private static func write(_ text: String) {
    state.withLock { state in
      state.buffer += text.utf8
      state.buffer.append(UInt8(ascii: "\n"))
      if isTerminal || state.buffer.count >= pieceByteCount { writeOut(&state) }
    }
  }

  private static func writeOut(_ state: inout State) {
    defer { state.buffer.removeAll(keepingCapacity: true) }
    guard state.failure == nil, !state.buffer.isEmpty else { return }
    var written = 0
    while written < state.buffer.count {
      // SAFETY: the call reads the bytes after `written`, which the buffer has.
      let count = unsafe state.buffer.withUnsafeBytes { bytes in
        unsafe Foundation.write(
          STDOUT_FILENO, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      let code = errno
      if count >= 0 {
        written += count
      } else if code == EAGAIN {
        waitForRoom()
      } else if code != EINTR {
        state.failure = code == ENOSPC ? "the disk is full" : "system error \(code)"
        return
      }
    }
  }

  /// Waits until whoever reads the output has made room: it may have been opened not to wait.
  private static func waitForRoom() {
    var request = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    // SAFETY: the call writes one `pollfd`, which outlives it.
    _ = unsafe poll(&request, 1, -1)
  }
}

/// The standard error, for everything that is not a result.
package enum StandardError {
  /// Writes the text and a line end, with control characters escaped.
  package static func print(_ text: String) {
    write(text.escapingControls(keepsLineEnds: true) + "\n")
  }

  /// Writes the text as it is.
  package static func write(_ text: String) {
    // A failure cannot be reported: this is the stream for reports.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
