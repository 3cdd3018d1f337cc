#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentForm where Document: SearchDocument {
  /// Returns the stored form as JSON, with sorted members, so that equal documents have equal
  /// bytes.
  ///
  /// Infinities and NaN are stored as strings.
  static func json() -> DocumentForm {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return DocumentForm(
      encode: { document, members throws(SearchError) in
        let json: [UInt8]
        do {
          json = Array(try encoder.encode(document))
        } catch {
          throw SearchError(
            .documentRejected, "the \(Document.self) cannot be encoded as JSON: \(error)")
        }
        return try members.rest(ofEncoded: json)
      },
      decode: { key, stored throws(SearchError) in
        do {
          return try decoder.decode(Document.self, from: Data(stored))
        } catch {
          throw SearchError(
            .documentUnreadable,
            "the stored JSON cannot be read as \(Document.self): \(error). A property that older "
              + "documents lack, or whose field is not stored, has to be optional")
        }
      })
  }
}
