/// A part of a word in which a stemming rule may look for a suffix.
enum StemmingRegion: Sendable {
  /// The whole word.
  case word
  /// Usually what follows the first non-vowel after a vowel.
  case r1
  /// Usually what follows the first non-vowel after a vowel in R1.
  case r2
  /// The region of verb endings; each language has its own definition.
  case rv
}

/// The letters of one word while a stemmer works on it, with the regions R1, R2 and RV.
///
/// A stemmer removes and replaces suffixes, so everything is addressed from the end. The regions
/// are stored as indices from the start and do not move when the end changes. One value can be
/// loaded with word after word and keeps its memory. Not intended for text: a word is short.
///
/// Invariant: no method traps, whatever the letters are, as long as indices are below `count`.
struct StemmingWord {
  /// The maximum number of letters of a word that is stemmed. No natural word is longer, and some
  /// rules take quadratic time.
  static let maximumLetterCount = 255

  /// The room for letters that rules add to a word.
  private static let largestGrowth = 4

  /// The word's Unicode scalars.
  private(set) var letters: [Unicode.Scalar] = []
  /// The start of R1.
  var r1 = 0
  /// The start of R2.
  var r2 = 0
  /// The start of RV.
  var rv = 0

  /// The number of letters.
  var count: Int { letters.count }

  /// The letter at `index`, counted from the start.
  ///
  /// - Precondition: `index` is within the word.
  subscript(index: Int) -> Unicode.Scalar {
    get { letters[index] }
    set { letters[index] = newValue }
  }

  /// Replaces the letters by those of `bytes`, and empties the regions.
  ///
  /// - Returns: False if the bytes are not UTF-8 or are too many for a word, which must then be
  ///   left as it is.
  @inline(__always)
  mutating func load(utf8 bytes: some Sequence<UInt8>) -> Bool {
    letters.removeAll(keepingCapacity: true)
    letters.reserveCapacity(bytes.underestimatedCount + Self.largestGrowth)
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    while letters.count <= Self.maximumLetterCount {
      switch decoder.decode(&iterator) {
      case .scalarValue(let letter): letters.append(letter)
      case .error: return false
      case .emptyInput:
        clearRegions()
        return true
      }
    }
    return false
  }

  /// Appends the word's UTF-8 to `bytes`.
  func append(to bytes: inout [UInt8]) {
    for letter in letters {
      if letter.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: letter.value))
      } else {
        bytes.append(contentsOf: letter.utf8)
      }
    }
  }

  /// Moves every region to the end of the word, where it is empty.
  mutating func clearRegions() {
    r1 = count
    r2 = count
    rv = count
  }

  /// Returns the index at which `region` starts, which may lie past the end.
  func start(of region: StemmingRegion) -> Int {
    switch region {
    case .word: 0
    case .r1: r1
    case .r2: r2
    case .rv: rv
    }
  }

  /// Returns true if the last `length` letters lie in `region`.
  func isLast(_ length: Int, in region: StemmingRegion) -> Bool {
    count - length >= start(of: region)
  }

  /// Returns the letter that has `distance` letters after it; nil before the start.
  func letter(fromEnd distance: Int) -> Unicode.Scalar? {
    distance < count ? letters[count - 1 - distance] : nil
  }

  /// Returns true if the letter followed by `distance` letters exists and is in `set`.
  func isLetter(fromEnd distance: Int, in set: LetterSet) -> Bool {
    guard let letter = letter(fromEnd: distance) else { return false }
    return set.contains(letter)
  }

  /// Returns true if the letter followed by `distance` letters exists and is not in `set`.
  func isLetter(fromEnd distance: Int, notIn set: LetterSet) -> Bool {
    guard let letter = letter(fromEnd: distance) else { return false }
    return !set.contains(letter)
  }

  /// Returns true if the word without its last `distance` letters ends with `suffix`.
  func ends(with suffix: String, fromEnd distance: Int = 0) -> Bool {
    var index = count - distance
    for letter in suffix.unicodeScalars.reversed() {
      index -= 1
      guard index >= 0, letters[index] == letter else { return false }
    }
    return true
  }

  /// Returns true if the letters from `index` on start with `prefix`.
  func starts(with prefix: String, at index: Int = 0) -> Bool {
    var index = index
    for letter in prefix.unicodeScalars {
      guard index < count, letters[index] == letter else { return false }
      index += 1
    }
    return true
  }

  /// Returns true if a letter of `set` lies before the last `distance` letters.
  func contains(_ set: LetterSet, fromEnd distance: Int) -> Bool {
    letters.prefix(max(0, count - distance)).contains { set.contains($0) }
  }
}

// MARK: - Changes

extension StemmingWord {
  /// Removes the last `length` letters.
  mutating func removeLast(_ length: Int) {
    letters.removeLast(min(length, count))
  }

  /// Removes the last `length` letters if they lie in `region`.
  ///
  /// - Returns: True if they did.
  @discardableResult
  mutating func removeLast(_ length: Int, in region: StemmingRegion) -> Bool {
    guard isLast(length, in: region) else { return false }
    removeLast(length)
    return true
  }

  /// Replaces the last `length` letters by `replacement`.
  mutating func replaceLast(_ length: Int, with replacement: String) {
    removeLast(length)
    letters.append(contentsOf: replacement.unicodeScalars)
  }

  /// Replaces the last `length` letters by `replacement` if they lie in `region`.
  ///
  /// - Returns: True if they did.
  @discardableResult
  mutating func replaceLast(
    _ length: Int, with replacement: String, in region: StemmingRegion
  ) -> Bool {
    guard isLast(length, in: region) else { return false }
    replaceLast(length, with: replacement)
    return true
  }

  /// Removes `suffix` if the word ends with it and it lies in `region`.
  ///
  /// - Returns: True if it was removed.
  @discardableResult
  mutating func removeSuffix(_ suffix: String, in region: StemmingRegion) -> Bool {
    guard ends(with: suffix) else { return false }
    return removeLast(suffix.unicodeScalars.count, in: region)
  }

  /// Removes the letters in `range`.
  ///
  /// - Precondition: `range` is within the word.
  mutating func remove(_ range: Range<Int>) {
    letters.removeSubrange(range)
  }

  /// Appends `letter`.
  mutating func append(_ letter: Unicode.Scalar) {
    letters.append(letter)
  }

  /// Inserts `letter` before the letter at `index`.
  ///
  /// - Precondition: `index` is within the word.
  mutating func insert(_ letter: Unicode.Scalar, at index: Int) {
    letters.insert(letter, at: index)
  }

  /// Replaces each letter by the result of `replacement`, in one pass.
  mutating func replaceLetters(_ replacement: (Unicode.Scalar) -> Unicode.Scalar) {
    for index in letters.indices { letters[index] = replacement(letters[index]) }
  }
}
