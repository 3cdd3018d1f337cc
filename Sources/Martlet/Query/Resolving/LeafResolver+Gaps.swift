/// Wildcards between letters that are found by pairs, as those of Chinese and Korean.
///
/// `?` between two letters is a place in a phrase. At the beginning, at the end and beside `*`,
/// where a place might lie outside the text, it is the other letter of a pair; several there are
/// like one. There are none there in Korean, whose letters are several scalars, so that no pattern
/// tells where one ends.
extension LeafResolver {
  /// A phrase that is put together from left to right.
  private struct Places {
    var leaves: [PositionalClause.Node] = []
    var offsets: [UInt32] = []
    /// The number of letters.
    var count = 0

    /// Puts a leaf at the letter `offset`.
    mutating func append(_ leaf: PositionalClause.Node, at offset: Int) {
      leaves.append(leaf)
      offsets.append(UInt32(clamping: offset))
    }

    /// The spans, which cover all letters.
    var nodes: [PositionalClause.Node] {
      var nodes = leaves
      if leaves.count > 1 { nodes.append(.phrase(offsets: offsets, slop: 0)) }
      let rest = count - 1 - Int(offsets.last ?? 0)
      return rest > 0 ? nodes + [.widened(by: rest)] : nodes
    }
  }

  /// Returns the spans of texts with wildcards between them; nil if they have no word for the
  /// field.
  func spans(
    of pieces: [PatternText.Piece], _ end: PatternText.Gap
  ) -> [PositionalClause.Node]? {
    var parts: [[PositionalClause.Node]] = []
    var places = Places()
    for (index, piece) in pieces.enumerated() {
      let slots = AnalyzedText(piece.text, field.analyzer, for: .phrase).readings.first ?? []
      guard let first = slots.first, let last = slots.last else { continue }
      if parts.isEmpty, places.count == 0, piece.gap.count > 0 {
        appendPair(of: first.word.bytes.firstLetter.map { [.one, .text($0)] }, to: &places)
      } else if places.count > 0 {
        places.count += piece.gap.count
      }
      let start = places.count
      for slot in slots {
        places.append(
          .terms([slot.word.bytes]), at: start + slot.position - first.position)
      }
      places.count = start + last.end - first.position + (last.word.isPair ? 1 : 0)
      let isLast = index + 1 == pieces.count
      let next = isLast ? end : pieces[index + 1].gap
      guard isLast || next.isOpen else { continue }
      if next.count > 0 {
        places.count -= 1
        appendPair(of: last.word.bytes.lastLetter.map { [.text($0), .one] }, to: &places)
        places.count += 1
      }
      parts.append(places.nodes)
      places = Places()
    }
    if places.count > 0 { parts.append(places.nodes) }
    return sequence(parts, distance: QueryLimits.distances.upperBound)
  }

  /// Puts a pair of letters, one of which may be any, behind the letters; nil for none.
  private func appendPair(of elements: [WildcardPattern.Element]?, to places: inout Places) {
    guard let elements else { return }
    places.append(.pattern(.wildcards(WildcardPattern(elements))), at: places.count)
    places.count += 1
  }
}

extension [UInt8] {
  /// The bytes of the first letter, if it is one that is found by pairs.
  fileprivate var firstLetter: [UInt8]? { Self.letter(scalars.first) }

  /// The bytes of the last letter, if it is one that is found by pairs.
  fileprivate var lastLetter: [UInt8]? { Self.letter(scalars.last) }

  private var scalars: String.UnicodeScalarView {
    String(decoding: self, as: UTF8.self).unicodeScalars
  }

  private static func letter(_ scalar: Unicode.Scalar?) -> [UInt8]? {
    guard let scalar, PatternText.isPaired(scalar), WordClass.of(scalar.value) != .hangul else {
      return nil
    }
    return Array(String(scalar).utf8)
  }
}
