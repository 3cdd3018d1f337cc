// Other platforms let no program start another.
#if os(macOS) || os(Linux)
  import Foundation

  extension ChildProcess {
    /// A terminal in which a child runs.
    package struct Terminal: Sendable {
      package var columns: Int
      package var rows = 24
      /// The value of `TERM`.
      package var name: String
      /// True if the child reads what is typed; otherwise its input is empty.
      package var hasKeyboard: Bool
      /// Settings for the child, such as `NO_COLOR=1`.
      package var environment: [String]

      package init(
        columns: Int, name: String = "xterm", hasKeyboard: Bool = false, environment: [String] = []
      ) {
        self.columns = columns
        self.name = name
        self.hasKeyboard = hasKeyboard
        self.environment = environment
      }

      /// The end of a new terminal to read from, and the one that the child has.
      func makeEnds() throws -> (Int32, Int32) {
        let (end, name) = try Self.open()
        set(end)
        return (end, unsafe Foundation.open(name, O_RDWR | O_NOCTTY))
      }

      /// Gives a terminal this size.
      func set(_ end: Int32) {
        var size = winsize(
          ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(end, UInt(TIOCSWINSZ), &size)
      }

      /// A new terminal, and the name of its other end.
      private static func open() throws -> (Int32, String) {
        #if canImport(Darwin)
          let end = posix_openpt(O_RDWR | O_NOCTTY)
          guard end >= 0, grantpt(end) == 0, unlockpt(end) == 0, let name = unsafe ptsname(end)
          else { throw POSIXError(.EMFILE) }
          return (end, unsafe String(cString: name))
        #else
          // Swift sees neither those calls nor the names of what they ask the system for.
          let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
          let end = unsafe Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
          var (lock, number): (Int32, Int32) = (0, 0)
          guard end >= 0, unsafe ioctl(end, unlock, &lock) == 0,
            unsafe ioctl(end, askNumber, &number) == 0
          else { throw POSIXError(.EMFILE) }
          return (end, "/dev/pts/\(number)")
        #endif
      }
    }
  }

  extension ChildProcess {
    /// Types on the keyboard of the child's terminal.
    package func type(_ text: String) { type(Array(text.utf8)) }

    package func type(_ bytes: [UInt8]) { _ = unsafe write(output, bytes, bytes.count) }

    /// Takes the terminal away.
    package func hangUp() {
      let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
      dup2(nothing, output)
      close(nothing)
      _ = fcntl(output, F_SETFD, FD_CLOEXEC)
    }

    /// Gives the child's terminal another size, of which the child learns as from a window.
    package func resize(_ terminal: Terminal) {
      terminal.set(output)
      kill(SIGWINCH)
    }

    /// True if the terminal shows what is typed and gives it line by line, as a shell leaves it.
    package var isTerminalAtRest: Bool {
      var settings = termios()
      guard unsafe tcgetattr(output, &settings) == 0 else { return false }
      let flags = Self.restFlags
      return settings.c_lflag & flags == flags && settings.c_oflag & tcflag_t(OPOST) != 0
    }

    private static var restFlags: tcflag_t { tcflag_t(ECHO) | tcflag_t(ICANON) | tcflag_t(ISIG) }

    /// Makes the terminal so, as a shell does that goes on when its program has stopped.
    package func setTerminalAtRest() {
      var settings = termios()
      guard unsafe tcgetattr(output, &settings) == 0 else { return }
      settings.c_lflag |= Self.restFlags
      settings.c_oflag |= tcflag_t(OPOST)
      unsafe tcsetattr(output, TCSANOW, &settings)
    }

    /// What it has printed since, after at most so many milliseconds; nil when it has closed its
    /// output.
    package func readPiece(milliseconds: Int32) -> [UInt8]? {
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&request, 1, milliseconds) == 1 else { return [] }
      return readMore() ? takeBuffer() : nil
    }
  }
#endif
