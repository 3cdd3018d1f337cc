#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The conversion of documents of one type to stored bytes and back.
struct StoredForm<Document>: Sendable {
  /// Returns the stored bytes of a document, without the members that are not stored.
  let encode: @Sendable (Document, StoredMembers) throws(SearchError) -> [UInt8]
  /// Returns the document with the given key and stored bytes.
  let decode: @Sendable (_ key: [UInt8], _ stored: [UInt8]) throws(SearchError) -> Document
}

extension StoredForm {
  /// Returns true if the document has a member called `name`.
  func has(_ name: String, in document: Document) throws(SearchError) -> Bool {
    try encode(document, StoredMembers(leavingOut: []))
      != encode(document, StoredMembers(leavingOut: [name]))
  }
}

extension StoredForm where Document: SearchDocument {
  /// Returns the stored form as JSON, with sorted members, so that equal documents have equal
  /// bytes.
  ///
  /// Infinities and NaN are stored as strings.
  static func json() -> StoredForm {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return StoredForm(
      encode: { document, members throws(SearchError) in
        let json: [UInt8]
        do {
          json = Array(try encoder.encode(document))
        } catch {
          throw SearchError(
            .documentRejected, "the \(Document.self) cannot be encoded as JSON: \(error)")
        }
        guard !json.mayHaveBareNaN || Self.canDecode(json, decoder) else {
          throw SearchError(
            .documentRejected,
            "the \(Document.self) could not be read back: JSON has no Decimal that is not a number")
        }
        return try members.rest(ofEncoded: json)
      },
      decode: { key, stored throws(SearchError) in
        do {
          return try decoder.decode(Document.self, from: Data(stored))
        } catch {
          throw SearchError(
            .documentUnreadable,
            "the stored JSON cannot be read as \(Document.self); a property that older documents "
              + "lack, or whose field is not stored, has to be optional. The decoder found: \(error)"
          )
        }
      })
  }

  private static func canDecode(_ json: [UInt8], _ decoder: JSONDecoder) -> Bool {
    (try? decoder.decode(Document.self, from: Data(json))) != nil
  }
}

extension [UInt8] {
  /// True if the JSON may have the word `NaN` as a value, which the encoder writes for a `Decimal`
  /// that is no number, and no decoder reads.
  fileprivate var mayHaveBareNaN: Bool {
    let capital = UInt8(ascii: "N")
    for index in indices.dropFirst().dropLast(3)
    where self[index] == capital && self[index + 2] == capital {
      let (before, after) = (self[index - 1], self[index + 3])
      if self[index + 1] == UInt8(ascii: "a"), ":,[".utf8.contains(before),
        ",]}".utf8.contains(after)
      {
        return true
      }
    }
    return false
  }
}
