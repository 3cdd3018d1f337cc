#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The end of a page of results, after which the next page begins.
///
/// A cursor of a search that is sorted by fields stays right while the index changes: the next page
/// begins after the values and the key of the last hit, whatever was added or removed before it. A
/// cursor of a search by relevance is a number of hits, and is right within one ``Snapshot``.
///
/// Its ``description`` is a short text for a link or a request to a server.
///
/// ```swift
/// var request = SearchRequest("storm") { $0.sort = [.ascending("season")] }
/// repeat {
///   let page = try await index.search(request)
///   print(page.hits.map(\.id))
///   request.after = page.next
/// } while request.after != nil
/// ```
public struct SearchCursor: Sendable, Hashable {
  /// A hash of the order that the cursor belongs to.
  let order: UInt64
  let place: CursorPlace

  /// - Parameter orderHash: ``SearchRequest/orderHash`` of the request.
  init(_ place: CursorPlace, orderHash: UInt64) {
    self.place = place
    order = orderHash
  }
}

extension SearchCursor: LosslessStringConvertible {
  /// The cursor as letters, digits, `-` and `_`.
  public var description: String {
    let writer = ByteWriter()
    SearchCursorFormat.encode(place, order: order, into: writer)
    let text = Data(writer.finish().array).base64EncodedString()
    return String(text.compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }

  /// Creates the cursor with the given description, or returns nil if it is not one.
  public init?(_ description: String) {
    var text = String(description.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while text.utf8.count % 4 != 0 { text += "=" }
    guard let data = Data(base64Encoded: text),
      let (place, order) = try? SearchCursorFormat.decode(ByteView(copying: Array(data)))
    else { return nil }
    self.init(place, orderHash: order)
  }
}

extension SearchCursor: Codable {
  /// Decodes the description of a cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = SearchCursor(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected the description of a search cursor")
    }
    self = cursor
  }

  /// Encodes the description.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
