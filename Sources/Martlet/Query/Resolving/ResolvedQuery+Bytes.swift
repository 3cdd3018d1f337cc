extension ResolvedQuery {
  /// The query as bytes, which are the same for equal queries only: a key for what is known of it.
  ///
  /// - Complexity: O(bytes of all terms).
  var bytes: [UInt8] {
    let writer = ByteWriter()
    for node in nodes { node.append(to: writer) }
    return writer.finish().array
  }
}

extension ResolvedQuery.Node {
  fileprivate func append(to writer: ByteWriter) {
    switch self {
    case .nothing: writer.append(UInt8(0))
    case .everything: writer.append(UInt8(1))
    case .term(let clause): writer.append(clause, kind: 2)
    case .prefix(let clause): writer.append(clause, kind: 3)
    case .phrase(let clause): writer.append(clause)
    case .terms(let clause): writer.append(clause)
    case .pattern(let clause): writer.append(clause, kind: 6)
    case .exactWord(let clause):
      writer.append(UInt8(7))
      writer.append(UInt8(clause.precedesAll ? 1 : 0))
      writer.appendSized(clause.documents.bytes)
      writer.appendVarint(clause.patterns.count)
      for pattern in clause.patterns { writer.append(pattern, kind: 6) }
    case .wholeText(let clause): writer.append(clause)
    case .positional(let clause): writer.append(clause)
    case .filter(let clause):
      writer.append(UInt8(clause.score == nil ? 9 : 13))
      writer.append((clause.score ?? 0).bitPattern)
      writer.appendSized(clause.query.bytes)
    case .keys(let keys):
      writer.append(UInt8(12))
      writer.appendVarint(keys.count)
      for key in keys { writer.appendSized(key) }
    case .boolean(let counts):
      writer.append(UInt8(10))
      for count in [counts.required, counts.optional, counts.prohibited, counts.atLeast] {
        writer.appendVarint(count)
      }
    }
  }
}

extension ByteWriter {
  fileprivate func appendSized(_ bytes: [UInt8]) {
    appendVarint(bytes.count)
    append(bytes)
  }

  private func append(kind: UInt8, _ field: FieldID, boost: Float, isConstant: Bool = false) {
    append(kind)
    append(field.rawValue)
    append(boost.bitPattern)
    append(UInt8(isConstant ? 1 : 0))
  }

  fileprivate func append(_ clause: TermClause, kind: UInt8) {
    append(kind: kind, clause.field, boost: clause.boost, isConstant: clause.isConstant)
    appendSized(clause.term)
  }

  fileprivate func append(_ clause: PhraseClause) {
    append(kind: 4, clause.field, boost: clause.boost, isConstant: clause.lastIsPrefix)
    appendVarint(clause.words.count)
    for word in clause.words {
      append(word.offset)
      appendSized(word.term)
    }
  }

  fileprivate func append(_ clause: TermSetClause) {
    append(kind: 5, clause.field, boost: clause.boost)
    appendVarint(clause.ranges.count)
    for range in clause.ranges {
      appendSized(range.lower)
      append(UInt8(range.upper == nil ? 0 : 1))
      appendSized(range.upper ?? [])
    }
  }

  fileprivate func append(_ clause: PatternClause, kind: UInt8) {
    append(kind: kind, clause.field, boost: clause.boost, isConstant: clause.isConstant)
    append(clause.pattern)
  }

  private func append(_ pattern: TermPattern) {
    switch pattern {
    case .fuzzy(let word, let edits):
      append(UInt8(truncatingIfNeeded: edits))
      appendSized(word)
    case .misspelt(let misspelling):
      append(UInt8(truncatingIfNeeded: misspelling.edits + (misspelling.isPrefix ? 16 : 8)))
      appendSized(misspelling.word)
    case .wildcards(let pattern):
      append(UInt8.max)
      appendVarint(pattern.elements.count)
      for part in pattern.elements { append(part) }
    }
  }

  private func append(_ part: WildcardPattern.Element) {
    switch part {
    case .any: append(UInt8(0))
    case .one: append(UInt8(1))
    case .text(let bytes):
      append(UInt8(2))
      appendSized(bytes)
    }
  }

  fileprivate func append(_ clause: PositionalClause) {
    append(kind: 11, clause.field, boost: clause.boost)
    appendVarint(clause.nodes.count)
    for node in clause.nodes { append(node) }
  }

  private func append(_ node: PositionalClause.Node) {
    switch node {
    case .terms(let terms):
      append(UInt8(0))
      appendVarint(terms.count)
      for term in terms { appendSized(term) }
    case .prefix(let prefix):
      append(UInt8(1))
      appendSized(prefix)
    case .pattern(let pattern):
      append(UInt8(2))
      append(pattern)
    case .phrase(let offsets, let slop):
      append(UInt8(3))
      appendVarint(offsets.count)
      for offset in offsets { append(offset) }
      appendVarint(slop)
    case .any(let count):
      append(UInt8(4))
      appendVarint(count)
    case .near(let distance, let inOrder):
      append(UInt8(inOrder ? 5 : 6))
      appendVarint(distance)
    case .start: append(UInt8(7))
    case .widened(let count):
      append(UInt8(8))
      appendVarint(count)
    }
  }

  fileprivate func append(_ clause: WholeTextClause) {
    append(kind: 8, clause.field, boost: clause.boost)
    appendVarint(clause.text.length)
    appendVarint(clause.text.terms.count)
    for term in clause.text.terms {
      appendSized(term.bytes)
      appendVarint(term.positions.count)
      for position in term.positions { append(position) }
    }
    appendVarint(clause.text.joinedTerms.count)
    for term in clause.text.joinedTerms { appendSized(term) }
  }
}
