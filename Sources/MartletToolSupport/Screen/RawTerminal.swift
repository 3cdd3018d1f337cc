import Foundation

/// A terminal whose whole screen a program takes: that gives every key at once, and shows none by
/// itself.
package struct RawTerminal {
  /// The end of a wait for keys.
  package enum Wait {
    /// There is something to read, if only the end.
    case ready
    /// Nothing has come.
    case silent
    /// A signal has arrived.
    case interrupted
  }

  private let input: Int32
  private let output: Int32
  /// The settings before.
  private let saved: termios

  /// Takes note of a terminal's settings. The result is nil if one of the files is no terminal.
  package init?(input: Int32, output: Int32) {
    var settings = termios()
    // SAFETY: the call writes one `termios`, which outlives it.
    guard Terminal.isTerminal(output), unsafe tcgetattr(input, &settings) == 0 else { return nil }
    self.input = input
    self.output = output
    saved = settings
  }

  /// Takes the screen, until ``end()`` or a fault gives it back.
  package func begin() {
    TerminalRescue.arm(input: input, output: output, saved)
    var settings = saved
    // SAFETY: the call changes one `termios`, which outlives it.
    unsafe cfmakeraw(&settings)
    set(settings)
    write(ScreenWriter.start)
  }

  /// Gives the screen back, as it was before.
  package func end() {
    write(ScreenWriter.end)
    set(saved)
    TerminalRescue.disarm()
  }

  private func set(_ settings: termios) {
    var settings = settings
    // SAFETY: the call reads one `termios`, which outlives it.
    while unsafe tcsetattr(input, TCSADRAIN, &settings) != 0, errno == EINTR {}
  }

  /// The size of the screen; 80 × 24 if the terminal does not tell.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    // SAFETY: the call writes one `winsize`, which outlives it.
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (Terminal.usualWidth, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Waits until there is something to read, a signal arrives, or the time has passed.
  package func wait(milliseconds: Int32) -> Wait {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    // SAFETY: the call writes one `pollfd`, which outlives it.
    let count = unsafe poll(&request, 1, milliseconds)
    return count > 0 ? .ready : count == 0 ? .silent : .interrupted
  }

  /// Returns the bytes that are there; nil at the end, when the terminal is gone.
  package func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    // SAFETY: the call writes at most as many bytes as the array has.
    let count = unsafe Foundation.read(input, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  /// Sends a text to the terminal. Nothing happens if it is gone.
  package func write(_ text: String) {
    try? FileHandle(fileDescriptor: output, closeOnDealloc: false)
      .write(contentsOf: Data(text.utf8))
  }
}
