extension TermBlock {
  /// The position of a key among the terms of a block.
  struct Place {
    /// The index of the first term not less than the key; the number of terms when there is none.
    var index: Int
    /// True if that term is the key.
    var isEqual: Bool
  }

  /// Returns the counts of shared bytes and of suffix bytes of the term `index`.
  ///
  /// `offset` is that of the term's suffix data, and moves past its escapes to the suffix. Returns
  /// nil when the suffix does not lie in the block.
  @inline(__always)
  func parts(_ index: Int, at offset: inout Int) -> (shared: Int, suffix: Int)? {
    // SAFETY: the lengths lie in the block.
    let lengths = unsafe Int(base.load(fromByteOffset: lengths &+ index, as: UInt8.self))
    var shared = lengths &>> 4
    var suffix = lengths & 15
    if shared == TermDictionaryFormat.lengthEscape {
      guard let excess = unsafe Self.varint(base, &offset, end: end),
        excess <= UInt64(Limits.termByteCount)
      else { return nil }
      shared &+= Int(truncatingIfNeeded: excess)
    }
    if suffix == TermDictionaryFormat.lengthEscape {
      guard let excess = unsafe Self.varint(base, &offset, end: end),
        excess <= UInt64(Limits.termByteCount)
      else { return nil }
      suffix &+= Int(truncatingIfNeeded: excess)
    }
    guard unsafe suffix <= end &- offset else { return nil }
    return (shared, suffix)
  }

  /// Returns the position of `key`, or nil when the block is damaged.
  ///
  /// With `pastPrefix`, returns the position after all terms that start with `key`.
  ///
  /// Goes through the terms, and keeps the number of bytes that the last one, still less than the
  /// key, shares with the key. A term that shares more than that with the one before it differs
  /// from the key where that one did; a term that shares less is greater than the key; only a term
  /// that shares exactly as much has to be compared. On front coding: Witten, Moffat and Bell,
  /// "Managing Gigabytes", 1999, chapter 4. The lengths of eight terms are tested together, so that
  /// most terms are never visited; where one of the eight needs an escape, the rest is searched one
  /// by one.
  @inline(__always)
  func search(_ key: TermKey, pastPrefix: Bool) -> Place? {
    var matched = 0
    var offset = unsafe suffixes
    var index = 0
    while unsafe index < count {
      let group = unsafe LengthGroup(base + (lengths &+ index), count: min(8, count &- index))
      if group.hasEscape {
        return unsafe searchOneByOne(key, pastPrefix, matched: matched, from: index, at: offset)
      }
      guard unsafe group.suffixByteCount <= end &- offset else { return nil }
      var rest = group.all
      while let term = group.first(of: rest, sharingAtMost: matched) {
        rest = group.after(term)
        if group.shared(term) < matched { return Place(index: index &+ term, isEqual: false) }
        switch unsafe compare(
          key, &matched, pastPrefix, at: offset &+ group.start(term), suffix: group.suffix(term))
        {
        case .less: break
        case .equal: return Place(index: index &+ term, isEqual: true)
        case .greater: return Place(index: index &+ term, isEqual: false)
        }
      }
      offset &+= group.suffixByteCount
      index &+= 8
    }
    return unsafe Place(index: count, isEqual: false)
  }

  /// The order of a term relative to the key.
  enum Comparison {
    case less, equal, greater
  }

  /// Compares the key with a term that starts with the key's first `matched` bytes, followed by
  /// `suffix` bytes at `offset`.
  ///
  /// `matched` grows to the number of bytes that the term shares with the key.
  @inline(__always)
  private func compare(
    _ key: TermKey, _ matched: inout Int, _ pastPrefix: Bool, at offset: Int, suffix: Int
  ) -> Comparison {
    // SAFETY: the suffix lies in the block, and 15 bytes are readable after its last.
    let common = unsafe key.sharedByteCount(from: matched, with: base + offset, limit: suffix)
    matched &+= common
    if unsafe matched == key.count {
      return pastPrefix ? .less : common == suffix ? .equal : .greater
    }
    if common == suffix { return .less }
    let byte = unsafe base.load(fromByteOffset: offset &+ common, as: UInt8.self)
    return unsafe byte < key.byte(at: matched) ? .less : .greater
  }

  /// Continues a search from the term `index`, whose suffix data starts at `offset`.
  @inline(never)
  private func searchOneByOne(
    _ key: TermKey, _ pastPrefix: Bool, matched: Int, from index: Int, at offset: Int
  ) -> Place? {
    var (index, offset, matched) = (index, offset, matched)
    while unsafe index < count {
      guard let (shared, suffix) = unsafe parts(index, at: &offset) else { return nil }
      if shared < matched { return Place(index: index, isEqual: false) }
      if shared == matched {
        switch unsafe compare(key, &matched, pastPrefix, at: offset, suffix: suffix) {
        case .less: break
        case .equal: return Place(index: index, isEqual: true)
        case .greater: return Place(index: index, isEqual: false)
        }
      }
      offset &+= suffix
      index &+= 1
    }
    return Place(index: index, isEqual: false)
  }

  /// Returns the info of the term `index`, or nil when the block is damaged.
  @inline(__always)
  func info(_ index: Int) -> TermInfo? {
    let bit: UInt16 = 1 &<< UInt16(truncatingIfNeeded: index)
    let singlesBefore = unsafe (singles & (bit &- 1)).nonzeroBitCount
    if unsafe singles & bit != 0 { return unsafe single(singlesBefore) }
    var cursor = unsafe TermEntryCursor(self)
    for _ in 0..<(index &- singlesBefore) {
      guard unsafe cursor.next(self) != nil else { return nil }
    }
    return unsafe cursor.next(self)
  }
}
