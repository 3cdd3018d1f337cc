import MartletTestSupport

@testable import Martlet

/// One thing that a disk, a person or another program does to the files of an index.
enum Damage: Sendable, CustomStringConvertible {
  case flip(String, offset: Int, mask: UInt8)
  case cut(String, byteCount: Int)
  case zeros(String, Range<Int>)
  case grow(String, by: [UInt8], how: String)
  case swap(String, String)
  /// The content of another file, or of the same one at another moment.
  case replace(String, by: [UInt8], from: String)
  case remove(String)

  /// The name under which the writer's note is damaged as if it were a file.
  static let note = "note"

  /// The files that are not what they were.
  var names: [String] {
    switch self {
    case .flip(let name, _, _), .cut(let name, _), .zeros(let name, _), .grow(let name, _, _),
      .replace(let name, _, _), .remove(let name):
      [name]
    case .swap(let left, let right): [left, right]
    }
  }

  var description: String {
    switch self {
    case .flip(let name, let offset, let mask): "\(name): byte \(offset) ^ \(mask)"
    case .cut(let name, let byteCount): "\(name): cut to \(byteCount) bytes"
    case .zeros(let name, let range): "\(name): zeros at \(range)"
    case .grow(let name, let bytes, let how): "\(name): grown by \(bytes.count) bytes, \(how)"
    case .swap(let left, let right): "\(left) and \(right) exchanged"
    case .replace(let name, _, let source): "\(name) replaced by \(source)"
    case .remove(let name): "\(name) removed"
    }
  }

  /// The kind of the damage, for counting.
  var kind: String {
    switch self {
    case .flip(_, _, let mask): mask.nonzeroBitCount == 1 ? "bit" : "byte"
    case .cut: "cut"
    case .zeros: "zeros"
    case .grow: "growth"
    case .swap: "exchange"
    case .replace: "replacement"
    case .remove: "removal"
    }
  }

  /// The disk after the damage.
  func applied(to disk: DamageDisk) -> DamageDisk {
    var damaged = disk
    switch self {
    case .flip(let name, let offset, let mask): damaged[name]?[offset] ^= mask
    case .cut(let name, let byteCount):
      damaged[name] = damaged[name].map { Array($0[..<byteCount]) }
    case .zeros(let name, let range):
      damaged[name]?.replaceSubrange(range, with: repeatElement(0, count: range.count))
    case .grow(let name, let bytes, _): damaged[name]? += bytes
    case .swap(let left, let right):
      (damaged[left], damaged[right]) = (damaged[right], damaged[left])
    case .replace(let name, let bytes, _): damaged[name] = bytes
    case .remove(let name): damaged[name] = nil
    }
    return damaged
  }
}

extension DamageDisk {
  /// The content of a file, or the writer's note.
  fileprivate subscript(name: String) -> [UInt8]? {
    get { name == Damage.note ? note : files[name] }
    set {
      if name == Damage.note { note = newValue } else { files[name] = newValue }
    }
  }

  /// The content of a file, or the writer's note.
  func content(of name: String) -> [UInt8] { self[name] ?? [] }
}
