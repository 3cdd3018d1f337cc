// What the library takes from parts of the standard library that embedded programs do not have.

extension Collection where Element: Equatable {
  func firstRange(of other: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while start != endIndex {
      if self[start...].starts(with: other) {
        return start..<index(start, offsetBy: other.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

extension StringProtocol where SubSequence == Substring {
  func split(separator: String, omittingEmptySubsequences: Bool = true) -> [Substring] {
    [self[...]]
  }
}

extension Dictionary {
  init(
    _ pairs: some Sequence<(Key, Value)>, uniquingKeysWith combine: (Value, Value) -> Value
  ) {
    self.init()
    for (key, value) in pairs {
      if let known = self[key] { self[key] = combine(known, value) } else { self[key] = value }
    }
  }
}
