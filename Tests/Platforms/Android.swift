// Bionic, Android's C library, with 64 bits. Its headers say of nearly every pointer whether it may
// be null, but not of those of `read` and `write`.

public typealias mode_t = UInt32
public typealias off_t = Int64
public typealias dev_t = UInt64
public typealias ino_t = UInt64

public var RUSAGE_SELF: Int32 { 0 }
public var EHWPOISON: Int32 { 133 }
public var MADV_HUGEPAGE: Int32 { 14 }

public struct stat {
  public init() {}
  public var st_dev: dev_t = 0
  public var st_mode: mode_t = 0
  public var st_ino: ino_t = 0
  public var st_size: off_t = 0
}
public struct statvfs {
  public init() {}
  public var f_frsize: UInt = 0
  public var f_bavail: UInt = 0
}
public struct dirent {
  public init() {}
  public var d_ino: UInt64 = 0
  public var d_name: (CChar, CChar) = (0, 0)
}
public struct timeval {
  public init() {}
  public var tv_sec: Int = 0
  public var tv_usec: Int = 0
}
public struct rusage {
  public init() {}
  public var ru_utime = timeval()
  public var ru_stime = timeval()
  public var ru_maxrss: Int = 0
}
public struct timespec {
  public init() {}
  public var tv_sec: Int = 0
  public var tv_nsec: Int = 0
}
public var CLOCK_PROCESS_CPUTIME_ID: Int32 { 2 }

@discardableResult public func fdatasync(_ file: Int32) -> Int32 { 0 }
@discardableResult public func mkdir(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 { 0 }
@discardableResult public func fstat(_ file: Int32, _ found: UnsafeMutablePointer<stat>) -> Int32 {
  0
}
@discardableResult public func fstatat(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ found: UnsafeMutablePointer<stat>,
  _ flags: Int32
) -> Int32 { 0 }
@discardableResult public func fstatvfs(
  _ file: Int32, _ found: UnsafeMutablePointer<statvfs>
) -> Int32 { 0 }
public func fdopendir(_ folder: Int32) -> OpaquePointer? { nil }
@discardableResult public func closedir(_ stream: OpaquePointer) -> Int32 { 0 }
public func readdir(_ stream: OpaquePointer) -> UnsafeMutablePointer<dirent>? { nil }
@discardableResult public func read(
  _ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int
) -> Int { 0 }
@discardableResult public func pread(
  _ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int, _ offset: off_t
) -> Int { 0 }
@discardableResult public func write(
  _ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int
) -> Int { 0 }
@discardableResult public func pwrite(
  _ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int, _ offset: off_t
) -> Int { 0 }
public func mmap(
  _ address: UnsafeMutableRawPointer?, _ count: Int, _ protection: Int32, _ flags: Int32,
  _ file: Int32, _ offset: off_t
) -> UnsafeMutableRawPointer { preconditionFailure() }
@discardableResult public func madvise(
  _ address: UnsafeMutableRawPointer, _ count: Int, _ advice: Int32
) -> Int32 { 0 }
@discardableResult public func munmap(_ address: UnsafeMutableRawPointer, _ count: Int) -> Int32 {
  0
}
@discardableResult public func renameat(
  _ folder: Int32, _ old: UnsafePointer<CChar>, _ other: Int32, _ new: UnsafePointer<CChar>
) -> Int32 { 0 }
@discardableResult public func unlinkat(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 { 0 }
@discardableResult public func getrusage(
  _ who: Int32, _ usage: UnsafeMutablePointer<rusage>
) -> Int32 { 0 }
@discardableResult public func clock_gettime(
  _ clock: Int32, _ time: UnsafeMutablePointer<timespec>
) -> Int32 { 0 }
