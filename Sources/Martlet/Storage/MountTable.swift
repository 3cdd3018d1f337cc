/// The volumes of a Linux system, as `/proc/self/mountinfo` lists them (proc(5)).
///
/// Only to find out whether a folder lies on another machine.
struct MountTable {
  private let networkDevices: Set<String>

  /// Understands `text`: per line a device as "major:minor" in the third column, and after a
  /// column "-" the kind of file system.
  init(_ text: String) {
    let kinds: Set<Substring> = ["nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph"]
    var devices: Set<String> = []
    for line in text.split(separator: "\n") {
      let columns = line.split(separator: " ")
      guard columns.count > 3, let dash = columns.lastIndex(of: "-"), dash + 1 < columns.count
      else { continue }
      if kinds.contains(columns[dash + 1]) { devices.insert(String(columns[2])) }
    }
    networkDevices = devices
  }

  /// The volumes that this process sees; none when the system does not tell.
  static func current() -> MountTable {
    let name = "mountinfo"
    guard let folder = try? SystemCalls.openFolder("/proc/self"),
      let file = try? SystemCalls.openFile(name, in: folder, for: .reading),
      let text = try? SystemCalls.read(file, from: 0, count: 1 << 20, name)
    else { return MountTable("") }
    return MountTable(String(decoding: text.array, as: UTF8.self))
  }

  /// Whether the files with this device number are on another machine.
  func isNetworkVolume(device: UInt64) -> Bool {
    // The encoding of a device number in 64 bits: makedev(3).
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & 0xFFFF_FF00)
    return networkDevices.contains("\(major):\(minor)")
  }
}
