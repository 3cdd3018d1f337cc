import Foundation
import MartletToolSupport

/// The files of a folder and of the folders in it, without hidden ones and without the files of
/// indexes.
struct FolderListing {
  /// A file of the folder.
  struct File: Equatable {
    /// The path below the root.
    let path: String
    /// The size in bytes.
    let size: Int
    /// The time of its last change, in seconds since 1970.
    let modified: Double

    /// The bytes of the path. Two files may have names of the same letters, of which one has its
    /// accents as signs of their own; as texts these are equal.
    var pathBytes: [UInt8] { Array(path.utf8) }

    static func == (first: Self, second: Self) -> Bool {
      first.path.utf8.elementsEqual(second.path.utf8) && first.size == second.size
        && first.modified == second.modified
    }
  }

  /// The files below the root, sorted by their paths.
  private(set) var files: [File] = []
  /// The number of files whose names are not UTF-8, so that no text can name them.
  private(set) var misnamedCount = 0
  /// The folders below the root that cannot be read; empty text for the root itself.
  private(set) var unreadable: [String] = []
  /// The files and folders of which the system does not say what they are.
  private(set) var unknown: [String] = []

  private let root: String

  /// Lists the files of the folder at `root`.
  ///
  /// - Throws: ``ToolFailure`` if there is no such folder, or it cannot be read.
  init(_ root: String) throws(ToolFailure) {
    self.root = root
    try Self.requireFolder(root)
    var folders = [""]
    while let folder = folders.popLast() { visit(folder, &folders) }
    guard !unreadable.contains("") else { throw ToolFailure("the folder \(root) cannot be read") }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func requireFolder(_ root: String) throws(ToolFailure) {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: root).resolvingSymlinksInPath().path)
    switch attributes?[.type] as? FileAttributeType {
    case .typeDirectory?: return
    case nil:
      _ = try FileStatus(path: root)
      throw ToolFailure("there is no folder \(root)")
    default: throw ToolFailure("\(root) is a file, not a folder; --input reads files")
    }
  }

  /// Adds the files of one folder, and appends the folders in it.
  private mutating func visit(_ folder: String, _ folders: inout [String]) {
    let place = folder.isEmpty ? root : "\(root)/\(folder)"
    guard var names = try? FileManager.default.contentsOfDirectory(atPath: place) else {
      return unreadable.append(folder)
    }
    if names.contains(where: Surroundings.isManifest) {
      guard folder.isEmpty else { return }
      names.removeAll(where: Surroundings.isIndexFile)
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      do {
        guard let status = try FileStatus(path: "\(root)/\(path)") else {
          // The name has signs in place of bytes that are no text; other files are just gone.
          if name.unicodeScalars.contains("\u{FFFD}") { misnamedCount += 1 }
          continue
        }
        switch status.kind {
        case .folder: folders.append(path)
        case .file: files.append(File(path: path, size: status.size, modified: status.modified))
        case .other: continue
        }
      } catch {
        unknown.append(path)
      }
    }
  }

  /// Returns true if the file at the path may exist: it, or a folder that it is in, cannot be read.
  func mayHave(_ path: String) -> Bool {
    unknown.contains { path.utf8.elementsEqual($0.utf8) }
      || (unreadable + unknown).contains { path.utf8.starts(with: "\($0)/".utf8) }
  }
}
