/// The volumes of a Linux system, as `/proc/self/mountinfo` lists them (proc(5)).
///
/// Used only to find out whether other machines may share a folder.
struct MountTable {
  private let sharedDevices: Set<String>

  /// Parses `text`. Each line has a device as "major:minor" in the third column, and the kind of
  /// file system after a column "-".
  init(_ text: String) {
    // Of the file systems in user space, `fuseblk` has a local disk, and `fuse.` names the kind.
    let kinds: Set<Substring> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "9p", "virtiofs", "vboxsf", "prl_fs",
      "glusterfs", "gfs2", "ocfs2", "fuse",
    ]
    let local: Set<Substring> = ["fuse.ext2", "fuse.ntfs-3g", "fuse.bindfs", "fuse.fuse-overlayfs"]
    var devices: Set<String> = []
    for line in text.split(separator: "\n") {
      let columns = line.split(separator: " ")
      guard columns.count > 3, let dash = columns.lastIndex(of: "-"), dash + 1 < columns.count
      else { continue }
      let kind = columns[dash + 1]
      let isInUserSpace = kind.hasPrefix("fuse.") && !local.contains(kind)
      if isInUserSpace || kinds.contains(kind) { devices.insert(String(columns[2])) }
    }
    sharedDevices = devices
  }

  /// Returns the volumes that this process sees; none if the system does not report them.
  static func current() -> MountTable {
    let name = "mountinfo"
    guard let folder = try? SystemCalls.openFolder("/proc/self"),
      let file = try? SystemCalls.openFile(name, in: folder, for: .reading),
      let text = try? SystemCalls.read(file, from: 0, count: 1 << 20, name)
    else { return MountTable("") }
    return MountTable(String(decoding: text.array, as: UTF8.self))
  }

  /// Returns true if other machines may write the files with this device number.
  func isSharedVolume(device: UInt64) -> Bool {
    // The encoding of a device number in 64 bits is that of makedev(3).
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & 0xFFFF_FF00)
    return sharedDevices.contains("\(major):\(minor)")
  }
}
