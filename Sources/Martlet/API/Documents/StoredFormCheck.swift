import Synchronization

/// A check, with the first documents of an open index, that fields which are not stored can be left
/// out of documents of this type.
///
/// Leaving out a member that the type needs would show only when a hit is read, long after the
/// document was written. Used by any number of threads.
final class StoredFormCheck<Document: SearchDocument>: Sendable {
  private let form: StoredForm<Document>
  private let members: StoredMembers
  /// The fields that are not stored, until a document with a value in them was checked.
  private let unchecked: Lock<[FieldID: String]>
  private let isDone: Atomic<Bool>

  /// - Parameter fields: The names of the fields that are not stored.
  init(_ form: StoredForm<Document>, _ members: StoredMembers, fields: [FieldID: String]) {
    self.form = form
    self.members = members
    unchecked = Lock(fields)
    isDone = Atomic(fields.isEmpty)
  }

  /// Checks a document that is about to be written.
  ///
  /// - Throws: `documentRejected` if a field that is not stored has a value that is no member of
  ///   the document, or if the rest of the document cannot be decoded.
  /// - Complexity: O(1) once each such field has occurred; before that, the document is encoded for
  ///   each of them.
  func check(_ document: Document, as input: InputDocument) throws(SearchError) {
    if isDone.load(ordering: .relaxed) { return }
    let fields = Set(input.values.map(\.field))
    let present = unchecked.withLock { $0.filter { fields.contains($0.key) } }
    guard !present.isEmpty else { return }
    let whole = try form.encode(document, StoredMembers(leavingOut: []))
    for name in present.values.ordered(by: <) {
      // A value may be computed where the property is nil, which is not encoded.
      guard try form.encode(document, StoredMembers(leavingOut: [name])) == whole,
        !MemberProbe.finds(name, in: Document.self)
      else { continue }
      throw SearchError(
        .documentRejected,
        "the field \"\(name)\" has stored: false, and \(Document.self) has no stored property of that "
          + "name to leave out: give the field the name that the property has when it is encoded, or "
          + "leave the property out of CodingKeys and store the field")
    }
    do throws(SearchError) {
      _ = try form.decode(input.key, input.stored)
    } catch {
      throw SearchError(
        .documentRejected,
        "\(Document.self) cannot be decoded without the properties that are not stored "
          + "(\(present.values.ordered(by: <).joined(separator: ", "))): make them optional")
    }
    unchecked.withLock { unchecked in
      for field in present.keys { unchecked[field] = nil }
      isDone.store(unchecked.isEmpty, ordering: .relaxed)
    }
  }
}
