/// Parts of a query that stand near each other, or at the beginning of a field.
extension QueryResolver {
  /// A part of a query as spans of one field.
  struct FieldSpans {
    var field: IndexSchema.Field
    var nodes: [PositionalClause.Node]
  }

  /// Returns the spans of a node, given those of its children; nil if it has none.
  func spans(of node: QueryNode, _ children: ArraySlice<Operand>) -> [FieldSpans]? {
    switch node {
    case .any(atLeast: 1, _): return any(of: children.compactMap(\.spans))
    case .near: return near(node, spans: children)
    case .anchored:
      return children.first?.spans?.map { FieldSpans(field: $0.field, nodes: $0.nodes + [.start]) }
    default:
      guard node.childCount == 0, let fields = fields(node.field) else { return nil }
      let spans = fields.compactMap { field in
        resolver(for: field).spans(of: node).map { FieldSpans(field: field, nodes: $0) }
      }
      return spans.isEmpty ? nil : spans
    }
  }

  /// Returns the operand of two parts near each other. A part without a word is left out.
  func near(_ node: QueryNode, _ children: ArraySlice<Operand>) -> Operand {
    let parts = children.filter { $0.clause != nil }
    guard parts.count == 2 else { return parts.first ?? .neutral }
    return operand(near(node, spans: children) ?? [])
  }

  /// Returns the operand of a part at the beginning of a field. A value begins with itself.
  func anchored(_ children: ArraySlice<Operand>) -> Operand {
    guard let child = children.first, child.clause != nil, let spans = child.spans else {
      return children.first ?? .neutral
    }
    return operand(spans.map { FieldSpans(field: $0.field, nodes: $0.nodes + [.start]) })
  }

  private func operand(_ spans: [FieldSpans]) -> Operand {
    let clauses = spans.map { resolver(for: $0.field).clause($0.nodes) }
    return Operand(clause: .any(of: clauses) ?? .nothing, words: .content)
  }

  private func near(_ node: QueryNode, spans children: ArraySlice<Operand>) -> [FieldSpans]? {
    guard case .near(let distance, let inOrder) = node else { return nil }
    let parts = children.filter { $0.clause != nil }
    guard parts.count == 2, let first = parts.first?.spans, let second = parts.last?.spans else {
      return parts.count == 1 ? parts[0].spans : nil
    }
    return first.compactMap { left in
      second.first { $0.field.id == left.field.id }.map { right in
        FieldSpans(
          field: left.field,
          nodes: left.nodes + right.nodes + [.near(distance: distance, inOrder: inOrder)])
      }
    }
  }

  /// Returns the spans of any of several parts, by field.
  private func any(of parts: [[FieldSpans]]) -> [FieldSpans]? {
    var result: [FieldSpans] = []
    for field in schema.fields {
      let found = parts.compactMap { part in part.first { $0.field.id == field.id }?.nodes }
      guard let first = found.first else { continue }
      let nodes =
        found.count == 1 ? first : found.flatMap(\.self) + [.any(count: found.count)]
      result.append(FieldSpans(field: field, nodes: nodes))
    }
    return result.isEmpty ? nil : result
  }
}
