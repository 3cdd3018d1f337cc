#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The calls to the operating system. Only this file and its extensions import the system's
/// library.
///
/// Each call is repeated when a signal interrupts it, writes and reads continue until all is done,
/// and a failure becomes a ``SearchError``. All names are single components below a folder's
/// descriptor, and links are not followed, so nothing outside the folder can be reached.
///
/// SAFETY of every call below that says nothing else: names and out-parameters are lent by Swift
/// for the duration of the call, and the system neither keeps them nor writes beyond their type.
enum SystemCalls {
  /// The purpose for which a file is opened.
  enum Access {
    /// An existing file, to be read.
    case reading
    /// A new file, to be written. Opening fails if the name exists.
    case creating
    /// A file to be locked, created if it is missing.
    case locking
  }

  /// The number of this process.
  static var processID: Int32 { getpid() }

  /// Opens the folder at `path`, following links.
  static func openFolder(_ path: String) throws(SearchError) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let raw: Int32
    do throws(SearchError) {
      raw = try attempt("open the folder", path) { unsafe open(path, flags) }
    } catch {
      guard error.code == .corrupted else { throw error }
      throw SearchError(.io, "cannot open the folder: its links lead in a circle", file: path)
    }
    return try awayFromStandardStreams(raw, path)
  }

  /// Creates the folder at `path` with the permissions of `mode`, as far as the process's mask
  /// allows them. Returns false if it exists.
  static func makeFolder(_ path: String, _ mode: FileMode) throws(SearchError) -> Bool {
    SystemCallObserver.willCall("make the folder", path)
    if unsafe mkdir(path, mode_t(mode.bits)) == 0 { return true }
    let code = errno
    guard code == EEXIST else { throw failure("make the folder", path, code, isWriting: true) }
    return false
  }

  /// Removes the folder at `path` if it is an empty folder.
  static func removeEmptyFolder(_ path: String) { _ = unsafe rmdir(path) }

  /// Opens the file `name` in `folder`.
  ///
  /// - Parameter mode: The permissions of a file that is created.
  /// - Throws: `notFound` if there is no such file; `corrupted` if it is not a regular file.
  static func openFile(
    _ name: String, in folder: borrowing FileDescriptor, for access: Access,
    mode: FileMode = FileMode()
  ) throws(SearchError) -> FileDescriptor {
    let flags: Int32
    switch access {
    // Without O_NONBLOCK, opening a pipe of this name would wait for ever.
    case .reading: flags = O_RDONLY | O_NONBLOCK
    case .creating: flags = O_WRONLY | O_CREAT | O_EXCL
    case .locking: flags = O_RDWR | O_CREAT | O_NONBLOCK
    }
    let all = flags | O_NOFOLLOW | O_CLOEXEC
    let parent = folder.rawValue
    let raw = try attempt("open the file", name, isWriting: access != .reading) {
      unsafe openat(parent, name, all, mode_t(mode.bits))
    }
    let file = try awayFromStandardStreams(raw, name)
    guard try status(of: file, name).isRegular else {
      throw .corrupted("expected a regular file, found something else of this name", file: name)
    }
    return file
  }

  private static func awayFromStandardStreams(
    _ raw: Int32, _ name: String
  ) throws(SearchError) -> FileDescriptor {
    let opened = FileDescriptor(adopting: raw)
    return raw <= 2 ? try duplicate(opened, name) : opened
  }

  /// Returns another descriptor of the same open file.
  static func duplicate(
    _ file: borrowing FileDescriptor, _ name: String
  ) throws(SearchError) -> FileDescriptor {
    let raw = file.rawValue
    return FileDescriptor(
      adopting: try attempt("open the file", name) { fcntl(raw, F_DUPFD_CLOEXEC, 3) })
  }

  /// Closes a descriptor that was only read, or whose failure was already reported.
  static func closeIgnoringErrors(_ raw: Int32) {
    SystemCallObserver.willCall("close", "")
    _ = close(raw)
  }

  /// Closes a descriptor that was written. Not repeated: the descriptor is closed even if this
  /// fails.
  static func finish(_ raw: Int32, file: String) throws(SearchError) {
    SystemCallObserver.willCall("close the file", file)
    if close(raw) == -1, errno != EINTR {
      throw failure("close the file", file, errno, isWriting: true)
    }
  }

  /// Returns the status of an open file.
  static func status(
    of file: borrowing FileDescriptor, _ name: String
  ) throws(SearchError) -> FileStatus {
    let raw = file.rawValue
    var found = stat()
    _ = try attempt("examine the file", name) { unsafe fstat(raw, &found) }
    return FileStatus(
      isRegular: found.st_mode & S_IFMT == S_IFREG,
      byteCount: try FileStatus.byteCount(Int64(found.st_size), name),
      identity: identity(found),
      mode: FileMode(permissions: UInt32(found.st_mode)))
  }

  /// Returns the identity of the file called `name` in `folder`; nil if there is none.
  static func identity(of name: String, in folder: borrowing FileDescriptor) -> FileIdentity? {
    var found = stat()
    guard unsafe fstatat(folder.rawValue, name, &found, AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    return identity(found)
  }

  /// Returns the presence in `folder` of the file with this identity under `name`.
  static func presence(
    of identity: FileIdentity, called name: String, in folder: borrowing FileDescriptor
  ) -> FilePresence {
    var found = stat()
    while unsafe fstatat(folder.rawValue, name, &found, AT_SYMLINK_NOFOLLOW) != 0 {
      if errno != EINTR { return errno == ENOENT || errno == ENOTDIR ? .missing : .present }
    }
    return Self.identity(found) == identity ? .present : .replaced
  }

  private static func identity(_ found: stat) -> FileIdentity {
    FileIdentity(
      device: UInt64(truncatingIfNeeded: found.st_dev),
      number: UInt64(truncatingIfNeeded: found.st_ino))
  }

  /// Returns the names in `folder`, without those of the folder itself and its parent.
  static func names(
    in folder: borrowing FileDescriptor, path: String
  ) throws(SearchError) -> [String] {
    let parent = folder.rawValue
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let raw = try attempt("list the folder", path) { unsafe openat(parent, ".", flags) }
    guard let stream = unsafe fdopendir(raw) else {
      closeIgnoringErrors(raw)
      throw failure("list the folder", path, errno)
    }
    defer { unsafe closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else {
      preconditionFailure("the entry of a folder has its name in it")
    }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // SAFETY: the entry is valid until the next call, and its name ends with a zero.
      let name = unsafe String(
        cString: UnsafeRawPointer(entry).advanced(by: nameOffset)
          .assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw failure("list the folder", path, errno) }
    return names
  }
}

extension SystemCalls {
  /// Returns up to `count` bytes from `offset`; fewer only at the end of the file.
  static func read(
    _ file: borrowing FileDescriptor, from offset: Int, count: Int, _ name: String
  ) throws(SearchError) -> ByteView {
    let raw = file.rawValue
    let writer = ByteWriter(capacity: count)
    while writer.count < count {
      let rest = min(count - writer.count, callByteCount)
      let position = off_t(offset + writer.count)
      // SAFETY: `reserve` made room for `rest` bytes, and the call fills no more.
      let target = unsafe writer.reserve(rest)
      let received = try attempt("read the file", name) {
        unsafe pread(raw, target, rest, position)
      }
      guard received > 0 else { break }
      writer.advance(by: received)
    }
    return writer.finish()
  }

  /// The maximum number of bytes of one call, below the limit of every system.
  static let callByteCount = 1 << 26

  /// Renames `old` to `new` within `folder`.
  static func rename(
    _ old: String, to new: String, in folder: borrowing FileDescriptor
  ) throws(SearchError) {
    let raw = folder.rawValue
    _ = try attempt("rename the file", old, isWriting: true) {
      unsafe renameat(raw, old, raw, new)
    }
  }

  /// Removes `name` from `folder`.
  static func remove(_ name: String, in folder: borrowing FileDescriptor) throws(SearchError) {
    let raw = folder.rawValue
    _ = try attempt("remove the file", name, isWriting: true) { unsafe unlinkat(raw, name, 0) }
  }

  /// Locks the file against all other descriptors of it. Returns false if another has locked it.
  static func tryLock(
    _ file: borrowing FileDescriptor, _ name: String
  ) throws(SearchError) -> Bool {
    let raw = file.rawValue
    SystemCallObserver.willCall("lock the file", name)
    while flock(raw, LOCK_EX | LOCK_NB) == -1 {
      let code = errno
      if code == EWOULDBLOCK { return false }
      if code != EINTR { throw failure("lock the file", name, code) }
    }
    return true
  }

  /// Releases the lock for every process that shares this descriptor.
  static func unlock(_ file: borrowing FileDescriptor) {
    SystemCallObserver.willCall("unlock the file", "")
    _ = flock(file.rawValue, LOCK_UN)
  }
}

extension SystemCalls {
  /// Returns the result of `call`, which is repeated while a signal interrupts it. A result of -1
  /// is a failure.
  static func attempt<Result: FixedWidthInteger & SignedInteger>(
    _ what: StaticString, _ file: String, isWriting: Bool = false, _ call: () -> Result
  ) throws(SearchError) -> Result {
    while true {
      SystemCallObserver.willCall(what, file)
      let result = call()
      if result != -1 { return result }
      let code = errno
      if code != EINTR { throw failure(what, file, code, isWriting: isWriting) }
    }
  }

  /// Returns the error for the system's error number `code`.
  @inline(never)
  static func failure(
    _ what: StaticString, _ file: String, _ code: Int32, isWriting: Bool = false
  ) -> SearchError {
    let (kind, reason) = meaning(of: code, isWriting: isWriting)
    return SearchError(kind, "cannot \(what): \(reason) (system error \(code))", file: file)
  }

  private static func meaning(of code: Int32, isWriting: Bool) -> (SearchError.Code, String) {
    switch code {
    case ENOENT: (.notFound, "it does not exist")
    case ENOSPC: (.diskFull, "no space is left on the volume")
    case EDQUOT: (.diskFull, "the user's share of the volume is used up")
    case EFBIG: (.diskFull, "the file would be larger than the system allows")
    case EROFS: (.readOnly, "the volume is read-only")
    case EACCES: (isWriting ? .readOnly : .io, "this process has no permission")
    case EPERM: notPermitted(isWriting: isWriting)
    case EEXIST: (.io, "the name exists already")
    case ELOOP: (.corrupted, "expected a regular file, found a link")
    case ENOTDIR: (.io, "expected a folder, found something else")
    case EMFILE, ENFILE: (.io, "too many files are open")
    case EIO: (.io, "the device reports a failure")
    default: (.io, "the system refused")
    }
  }

  /// Returns the meaning of `EPERM`: Apple's mobile systems report it when a file's protection
  /// class forbids reading the file on a locked device.
  private static func notPermitted(isWriting: Bool) -> (SearchError.Code, String) {
    #if canImport(Darwin) && !os(macOS)
      (.dataProtected, "the system protects the file at this moment")
    #else
      (isWriting ? .readOnly : .io, "the operation is not permitted")
    #endif
  }
}
