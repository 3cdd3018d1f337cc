import Martlet

/// One call that a program makes of a simulated disk.
package struct DiskCall: Sendable, CustomStringConvertible {
  /// The operation that a call asks for.
  package enum Kind: String, Sendable, CaseIterable {
    case list, read, map, create, append, reserve, synchronize, close, rename, remove
    case synchronizeFolder = "synchronize folder"
    case readNote = "read note"
    case lock
  }

  package var kind: Kind
  package var name = ""
  /// The new name of a renamed file.
  package var newName: String?
  /// Bytes that are appended.
  package var byteCount = 0

  package var description: String {
    let names = [name, newName ?? ""].filter { !$0.isEmpty }
    return ([kind.rawValue] + names).joined(separator: " ")
      + (kind == .append ? " +\(byteCount)" : "")
  }

  /// True when the call may change the disk.
  package var isChange: Bool {
    switch kind {
    case .list, .read, .map, .readNote, .lock, .close: false
    case .create, .append, .reserve, .synchronize, .rename, .remove, .synchronizeFolder: true
    }
  }

  /// True when the call makes something durable.
  package var isSync: Bool { kind == .synchronize || kind == .synchronizeFolder }

  /// True when all names are names of files in one folder.
  var hasPlainNames: Bool {
    let isNamed = ![.list, .synchronizeFolder, .readNote, .lock].contains(kind)
    return [isNamed ? name : nil, newName].compactMap { $0 }.allSatisfy { name in
      (1...255).contains(name.utf8.count) && name != "." && name != ".."
        && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }
  }

  /// All the ways in which the call may fail by the contract of ``Storage``.
  package var failures: [DiskFault.Failure] {
    switch kind {
    case .list: before(.io)
    case .read, .map: before(.io, .notFound, .dataProtected)
    case .readNote: before(.io, .dataProtected)
    case .lock: before(.io, .readOnly, .writerBusy)
    case .create: before(.diskFull, .io, .readOnly, .dataProtected) + [.init(.io, .after)]
    case .append:
      before(.diskFull, .io, .readOnly) + [
        .init(.diskFull, .half), .init(.io, .half), .init(.io, .after),
      ]
    case .reserve: before(.diskFull, .io) + [.init(.diskFull, .half), .init(.io, .after)]
    case .close: before(.io, .diskFull) + [.init(.io, .after)]
    case .rename: before(.io, .diskFull, .readOnly) + [.init(.io, .after)]
    case .remove: before(.io, .readOnly) + [.init(.io, .after)]
    case .synchronize, .synchronizeFolder:
      DiskFault.Effect.allCases.map { .init(.durabilityUnknown, $0) }
    }
  }

  private func before(_ codes: SearchError.Code...) -> [DiskFault.Failure] {
    codes.map { DiskFault.Failure($0, .before) }
  }
}
