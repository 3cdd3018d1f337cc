import Foundation
import MartletTestSupport
import Synchronization
import Testing

@testable import MartletToolSupport

@Suite("Work in order")
struct OrderedWorkTests {
  private struct Refusal: Error, Equatable { var number: Int }

  /// Returns the products of parts 0 to `count`, of which `refused` fails.
  private func products(
    _ count: Int, ahead: Int, refused: Int? = nil
  ) -> (products: [Int], failure: Refusal?) {
    var work = OrderedWork<Int, Int>(ahead: ahead) { part in
      if part % 7 == 0 { Thread.sleep(forTimeInterval: 0.002) }
      if part == refused { throw Refusal(number: part) }
      return part * part
    }
    var next = 0
    var products: [Int] = []
    do {
      while let product = try work.next(reading: {
        defer { next += 1 }
        return next < count ? next : nil
      }) {
        products.append(product)
      }
    } catch {
      return (products, error as? Refusal)
    }
    return (products, nil)
  }

  @Test("products come in the order of their parts", arguments: [1, 2, 9])
  func order(ahead: Int) {
    #expect(products(300, ahead: ahead).products == (0..<300).map { $0 * $0 })
    #expect(products(0, ahead: ahead).products == [])
  }

  @Test("a failure comes where its part would have come", arguments: [0, 1, 57, 99])
  func failure(place: Int) {
    let found = products(100, ahead: 6, refused: place)
    #expect(found.products == (0..<place).map { $0 * $0 })
    #expect(found.failure == Refusal(number: place))
  }

  @Test("a failure to read comes after the products of what was read")
  func unreadable() {
    var work = OrderedWork<Int, Int>(ahead: 4) { $0 }
    var next = 0
    var products: [Int] = []
    #expect(throws: Refusal(number: 10)) {
      while let product = try work.next(reading: {
        defer { next += 1 }
        if next == 10 { throw Refusal(number: 10) }
        return next
      }) {
        products.append(product)
      }
    }
    #expect(products == Array(0..<10))
  }

  @Test("no more parts are read than are worked on")
  func bound() throws {
    var work = OrderedWork<Int, Int>(ahead: 5) { $0 }
    var readCount = 0
    for taken in 1...50 {
      _ = try work.next {
        readCount += 1
        return readCount
      }
      #expect(readCount <= taken + 5)
    }
  }
}
