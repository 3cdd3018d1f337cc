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

  /// Creates the cursor of a page of `request`.
  init(_ place: CursorPlace, of request: SearchRequest) {
    self.place = place
    order = Self.hash(request)
  }

  init(_ place: CursorPlace, orderHash: UInt64) {
    self.place = place
    order = orderHash
  }

  /// Returns the place of the next page.
  ///
  /// - Throws: `invalidRequest` if the cursor is of a search with another order.
  func place(in request: SearchRequest) throws(SearchError) -> CursorPlace {
    let order = request.sort
    var isValid = self.order == Self.hash(request)
    if case .position(let position) = place, position.values.count != order.count {
      isValid = false
    }
    guard isValid else {
      throw SearchError(
        .invalidRequest,
        "the cursor is of a search with another order; expected one of a search sorted by "
          + (order.isEmpty ? "relevance" : order.map(\.description).joined(separator: ", "))
          + (request.rank.map { " and ranked by \($0)" } ?? "")
          + (request.proximity.isNone ? "" : " with \(request.proximity)")
          + ". Begin again at the first page")
    }
    return place
  }

  /// Returns true for the order of relevance alone, which a request without an order has too.
  static func isByRelevance(_ order: [SortKey]) -> Bool {
    order.isEmpty || order.count == 1 && order[0] == .relevance
  }

  private static func hash(_ request: SearchRequest) -> UInt64 {
    let order = request.sort
    var text = request.rank.map { "\($0)" } ?? ""
    if !request.proximity.isNone { text += "\(request.proximity)" }
    for rule in request.rules { text += "|\(rule)" }
    if !isByRelevance(order) {
      text += order.map {
        "\($0.description)|\($0.missing == .first)"
      }.joined(separator: "|")
    }
    if text.isEmpty { return 0 }
    return Checksum.hash64(Array(text.utf8))
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
