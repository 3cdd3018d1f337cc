import Foundation
import Martlet
import MartletTestSupport
import Testing

/// A document with a kind of number that has a value that JSON cannot have.
private struct Priced: SearchDocument, Equatable {
  var searchKey: Int
  var text: String
  var price: Decimal
  var others: [Decimal] = []

  static let searchSchema = Schema<Priced>(fields: [.text("text", \.text)])
}

@Suite("Documents with decimal numbers")
struct DecimalDocumentTests {
  @Test("are refused if nothing could read them back, and no others")
  func notANumber() throws {
    let index = SearchIndex<Priced>.inMemory()
    let none = Decimal.nan
    for document in [
      Priced(searchKey: 1, text: "a", price: none),
      Priced(searchKey: 1, text: "a", price: 1, others: [1, none]),
    ] {
      #expect(thrownCode { try index.writeSync { try $0.put(document) } } == .documentRejected)
    }
    let sound = [
      Priced(searchKey: 2, text: ":NaN,", price: Decimal(string: "0.1") ?? 0),
      Priced(searchKey: 3, text: "NaN", price: 2, others: [3]),
    ]
    try index.writeSync { try $0.put(contentsOf: sound) }
    #expect(index.statistics.documentCount == 2)
    for document in sound { #expect(try index.document(forKey: document.searchKey) == document) }
  }
}
