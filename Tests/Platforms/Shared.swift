// What the C libraries have in common, of that which the package uses: names of calls that take a
// variable number of arguments, which Swift gives every platform in this form, and plain numbers.
// See README.md.

public typealias pid_t = Int32

public var errno: Int32 {
  get { 0 }
  set {}
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
public func openat(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: UnsafeMutableRawPointer) -> Int32 { 0 }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }

@discardableResult public func getpid() -> pid_t { 0 }
@discardableResult public func close(_ file: Int32) -> Int32 { 0 }
@discardableResult public func rmdir(_ path: UnsafePointer<CChar>) -> Int32 { 0 }
@discardableResult public func fsync(_ file: Int32) -> Int32 { 0 }
@discardableResult public func flock(_ file: Int32, _ operation: Int32) -> Int32 { 0 }
@discardableResult public func kill(_ process: pid_t, _ signal: Int32) -> Int32 { 0 }

public var O_RDONLY: Int32 { 0 }
public var O_WRONLY: Int32 { 1 }
public var O_RDWR: Int32 { 2 }
public var O_CREAT: Int32 { 0 }
public var O_EXCL: Int32 { 0 }
public var O_NONBLOCK: Int32 { 0 }
public var O_NOFOLLOW: Int32 { 0 }
public var O_DIRECTORY: Int32 { 0 }
public var O_CLOEXEC: Int32 { 0 }
public var F_DUPFD_CLOEXEC: Int32 { 0 }
public var AT_SYMLINK_NOFOLLOW: Int32 { 0 }
public var PROT_READ: Int32 { 1 }
public var MADV_DONTNEED: Int32 { 4 }
public var _SC_PAGESIZE: Int32 { 29 }
public func sysconf(_ name: Int32) -> Int { 0 }
public typealias SignalHandler = @convention(c) (Int32) -> Void
public var SIGXFSZ: Int32 { 25 }
public var SIG_IGN: SignalHandler { { _ in } }
@discardableResult public func signal(
  _ number: Int32, _ handler: SignalHandler!
) -> SignalHandler! { nil }
public var MAP_SHARED: Int32 { 1 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_NB: Int32 { 4 }
public var LOCK_UN: Int32 { 8 }

// Numbers of their own, because a switch may not name one twice.
public var EPERM: Int32 { 1 }
public var ENOENT: Int32 { 2 }
public var ESRCH: Int32 { 3 }
public var EINTR: Int32 { 4 }
public var EIO: Int32 { 5 }
public var EWOULDBLOCK: Int32 { 11 }
public var ENOMEM: Int32 { 12 }
public var EACCES: Int32 { 13 }
public var EFAULT: Int32 { 14 }
public var EEXIST: Int32 { 17 }
public var ENODEV: Int32 { 19 }
public var ENOTDIR: Int32 { 20 }
public var EINVAL: Int32 { 22 }
public var ENFILE: Int32 { 23 }
public var EMFILE: Int32 { 24 }
public var ENOTTY: Int32 { 25 }
public var EFBIG: Int32 { 27 }
public var ENOSPC: Int32 { 28 }
public var EROFS: Int32 { 30 }
public var ELOOP: Int32 { 40 }
public var EDQUOT: Int32 { 69 }
public var ENOTSUP: Int32 { 95 }
