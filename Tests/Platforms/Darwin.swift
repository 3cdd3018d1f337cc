// Apple's C library, whose headers say of few pointers whether they may be null.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias dev_t = Int32
public typealias ino_t = UInt64

public var F_FULLFSYNC: Int32 { 51 }
public var MNT_LOCAL: Int32 { 0x1000 }
public var RUSAGE_SELF: Int32 { 0 }

public struct stat {
  public init() {}
  public var st_dev: dev_t = 0
  public var st_mode: mode_t = 0
  public var st_ino: ino_t = 0
  public var st_size: off_t = 0
}
public struct statfs {
  public init() {}
  public var f_bsize: UInt32 = 0
  public var f_bavail: UInt64 = 0
  public var f_flags: UInt32 = 0
}
public struct dirent {
  public init() {}
  public var d_ino: UInt64 = 0
  public var d_name: (CChar, CChar) = (0, 0)
}
public struct DIR { public init() {} }
public struct timeval {
  public init() {}
  public var tv_sec: Int = 0
  public var tv_usec: Int32 = 0
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
public struct clockid_t: RawRepresentable, Equatable, Sendable {
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public var rawValue: UInt32
}
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { clockid_t(12) }

@discardableResult public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { 0 }
@discardableResult public func fstat(_ file: Int32, _ found: UnsafeMutablePointer<stat>!) -> Int32 {
  0
}
@discardableResult public func fstatat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ found: UnsafeMutablePointer<stat>!,
  _ flags: Int32
) -> Int32 { 0 }
@discardableResult public func fstatfs(
  _ file: Int32, _ found: UnsafeMutablePointer<statfs>!
) -> Int32 { 0 }
public func fdopendir(_ folder: Int32) -> UnsafeMutablePointer<DIR>! { nil }
@discardableResult public func closedir(_ stream: UnsafeMutablePointer<DIR>!) -> Int32 { 0 }
public func readdir(_ stream: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { nil }
@discardableResult public func read(
  _ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int
) -> Int { 0 }
@discardableResult public func pread(
  _ file: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int, _ offset: off_t
) -> Int { 0 }
@discardableResult public func write(
  _ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int
) -> Int { 0 }
@discardableResult public func pwrite(
  _ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ offset: off_t
) -> Int { 0 }
public func mmap(
  _ address: UnsafeMutableRawPointer!, _ count: Int, _ protection: Int32, _ flags: Int32,
  _ file: Int32, _ offset: off_t
) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func madvise(
  _ address: UnsafeMutableRawPointer!, _ count: Int, _ advice: Int32
) -> Int32 { 0 }
@discardableResult public func munmap(_ address: UnsafeMutableRawPointer!, _ count: Int) -> Int32 {
  0
}
@discardableResult public func renameat(
  _ folder: Int32, _ old: UnsafePointer<CChar>!, _ other: Int32, _ new: UnsafePointer<CChar>!
) -> Int32 { 0 }
@discardableResult public func unlinkat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ flags: Int32
) -> Int32 { 0 }
@discardableResult public func getrusage(
  _ who: Int32, _ usage: UnsafeMutablePointer<rusage>!
) -> Int32 { 0 }
@discardableResult public func clock_gettime(
  _ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!
) -> Int32 { 0 }
