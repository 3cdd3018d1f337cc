/// Facets: the matching documents counted by values.
extension SearchRunner {
  /// Returns the facets of the request, for the documents that `query` matches.
  ///
  /// - Parameters:
  ///   - query: The query without the filter.
  ///   - known: The documents that match with the filter, if a search has found all of them.
  func facets(
    of query: ResolvedQuery, _ known: MatchedDocuments?
  ) throws(SearchError) -> [Facet] {
    guard !request.facets.isEmpty else { return [] }
    var all = known
    var facets: [Facet] = []
    for facet in request.facets {
      let field = try schema.fieldWithColumn(facet.field, "count the values of")
      let documents: MatchedDocuments
      if facet.ignoresOwnFilter,
        let left = request.filter?.interpreted(with: schema).query.removing(facet.field)
      {
        // The fields and values of the whole filter are checked already.
        let filter = try QueryResolver(schema).resolve(left)
        documents = try matches(filtered(query, by: filter))
      } else if facet.ignoresOwnFilter, request.filter != nil {
        documents = try matches(query)
      } else if let all {
        documents = all
      } else {
        documents = try matches(filtered(query, by: filter))
        all = documents
      }
      facets.append(try self.facet(facet, field, documents))
    }
    return facets
  }

  private func facet(
    _ request: FacetRequest, _ field: IndexSchema.Field, _ documents: MatchedDocuments
  ) throws(SearchError) -> Facet {
    let kind = field.definition.kind
    let tally = try ValueTally(field.id, kind, segments)
    try tally.count(documents)
    let missing = tally.missingCount
    switch request.kind {
    case .values(let limit, let order):
      requireOfProgram(limit >= 0, "the limit of a facet must not be negative, is \(limit)")
      let first = try tally.first(limit, byValue: order == .value, documents)
      return Facet(
        field: request.field,
        values: first.values.map { Facet.Value($0.term, kind, $0.count) },
        valueCount: first.valueCount, missingCount: missing)
    case .ranges(let ranges):
      let values = try counts(ranges, field, documents)
      return Facet(
        field: request.field, values: values, valueCount: values.count, missingCount: missing)
    case .dates(let period):
      guard kind == .date else { throw mismatch("dates by \(period)", field, "dates") }
      let component = period.component
      let counts = try RangeTally(field.id, segments).counts(
        by: { DateText.start(of: component, $0) }, documents)
      return Facet(
        field: request.field,
        values: counts.map {
          Facet.Value(text: DateText.text(component, $0.start), number: $0.start, count: $0.count)
        },
        valueCount: counts.count, missingCount: missing)
    }
  }

  private func counts(
    _ ranges: [ValueRange], _ field: IndexSchema.Field, _ documents: MatchedDocuments
  ) throws(SearchError) -> [Facet.Value] {
    guard field.definition.kind != .keyword else {
      throw mismatch("ranges", field, "numbers or dates")
    }
    var bounds: [Range<Double>] = []
    for range in ranges {
      try field.requireValues(of: .range(range, field: FieldRef(field.definition.name)))
      guard let lower = range.lower, let upper = range.upper,
        let first = field.definition.kind.numbers(in: lower.text, given: range.kind)?.first,
        let end = field.definition.kind.numbers(in: upper.text, given: range.kind)?.first,
        first <= end
      else {
        throw SearchError(
          .invalidRequest,
          "a range of the facet of \"\(field.definition.name)\" needs two bounds, the lower one first"
        )
      }
      bounds.append(first..<end)
    }
    let counts = try RangeTally(field.id, segments).counts(bounds, documents)
    return zip(ranges, counts).map { range, count in
      let lower = range.lower?.text ?? ""
      return Facet.Value(
        text: "\(lower)..<\(range.upper?.text ?? "")",
        number: field.definition.kind.firstNumber(in: lower, given: range.kind), count: count)
    }
  }

  private func mismatch(
    _ parts: String, _ field: IndexSchema.Field, _ expected: String
  ) -> SearchError {
    SearchError(
      .invalidRequest,
      "a facet of \(parts) needs a field of \(expected); \"\(field.definition.name)\" has "
        + field.definition.kind.valuesName)
  }
}

extension Facet.Value {
  init(_ term: [UInt8], _ kind: FieldKind, _ count: Int) {
    self.count = count
    guard kind != .keyword, let number = SortableNumber.decode(term) else {
      (text, self.number) = (String(decoding: term, as: UTF8.self), nil)
      return
    }
    self.number = number
    text = kind.text(of: number)
  }
}

extension FacetRequest.Period {
  /// The part of a date that tells periods apart.
  fileprivate var component: DateText.Component {
    switch self {
    case .year: .year
    case .month: .month
    case .day: .day
    }
  }
}

extension Query {
  /// The query without the parts that are required and are about `field` alone; nil if no part is
  /// left.
  func removing(_ field: FieldRef) -> Query? {
    let starts = nodes.subtreeStarts()
    var (left, isChanged) = ([Query](), false)
    // The roots of required parts, the first one last.
    var roots = [nodes.count - 1]
    while let root = roots.popLast() {
      switch nodes[root] {
      case .all(let count):
        var child = root - 1
        for _ in 0..<count {
          roots.append(child)
          child = starts[child] - 1
        }
      case .boost, .constantScore: roots.append(root - 1)
      case .preferring: roots.append(starts[root - 1] - 1)
      default:
        let part = Query(nodes: Array(nodes[starts[root]...root]))
        if part.isAbout(field) { isChanged = true } else { left.append(part) }
      }
    }
    guard isChanged else { return self }
    return left.isEmpty ? nil : .all(left)
  }

  /// True if every leaf names `field`.
  private func isAbout(_ field: FieldRef) -> Bool {
    let leaves = nodes.filter { $0.childCount == 0 }
    return !leaves.isEmpty && leaves.allSatisfy { $0.field == field }
  }
}
