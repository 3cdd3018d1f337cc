// Other platforms let no program start another.
#if os(macOS) || os(Linux)
  import Foundation

  extension ChildProcess {
    /// A terminal in which a child runs.
    package struct Terminal: Sendable {
      package var columns: Int
      /// The value of `TERM`.
      package var name: String

      package init(columns: Int, name: String = "xterm") {
        self.columns = columns
        self.name = name
      }

      /// The end of a new terminal to read from, and the one that the child has.
      func makeEnds() throws -> (Int32, Int32) {
        let (end, name) = try Self.open()
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(end, UInt(TIOCSWINSZ), &size)
        return (end, unsafe Foundation.open(name, O_RDWR | O_NOCTTY))
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
#endif
