/// A list of postings as plain arrays, with the plainest implementation of each operation.
struct PlainList {
  var documents: [UInt32]
  var frequencies: [UInt32]

  /// Returns the sum of some numbers.
  static func sum(_ numbers: [UInt32]) -> UInt64 {
    var sum: UInt64 = 0
    for number in numbers { sum &+= UInt64(number) }
    return sum
  }

  /// Returns the number of postings that score more than `limit` at a weight of 1.
  func count(scoringAbove limit: Double, norms: [UInt8], worths: [Float]) -> Int {
    var count = 0
    for index in documents.indices {
      let worth = worths[Int(norms[Int(documents[index])])]
      let score = 1 - 1 / (1 + Float(frequencies[index]) * worth)
      if Double(score) > limit { count += 1 }
    }
    return count
  }

  /// Returns the number of documents that both lists have.
  func countOfCommon(with other: PlainList) -> Int {
    var (first, second, count) = (0, 0, 0)
    while first < documents.count, second < other.documents.count {
      let (left, right) = (documents[first], other.documents[second])
      if left == right { count += 1 }
      if left <= right { first += 1 }
      if right <= left { second += 1 }
    }
    return count
  }

  /// Returns the sum of the first documents not below each of `targets`, which are in ascending
  /// order.
  func sumOfSought(_ targets: [UInt32]) -> UInt64 {
    var sum: UInt64 = 0
    var place = 0
    for target in targets {
      while place < documents.count, documents[place] < target { place += 1 }
      guard place < documents.count else { break }
      sum &+= UInt64(documents[place])
    }
    return sum
  }
}
