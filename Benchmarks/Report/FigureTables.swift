import MartletToolSupport

/// Tables of figures in Markdown. What stands before the first comma and space of a figure's name is
/// its row, the rest is its column; rows one after the other with the same columns are one table.
struct FigureTables {
  private struct Row {
    var name: String
    var columns: [String]
    var values: [Double]
  }

  private var rows: [Row] = []

  init(_ figures: MeasuredFigures) {
    for figure in figures.figures {
      let parts = figure.name.split(separator: ", ", maxSplits: 1).map(String.init)
      let name = parts.first ?? ""
      let column = (parts.count > 1 ? parts[1] + ", " : "") + figure.unit
      // A column that is there twice begins another row.
      if rows.last?.name != name || rows.last?.columns.contains(column) == true {
        rows.append(Row(name: name, columns: [], values: []))
      }
      rows[rows.count - 1].columns.append(column)
      rows[rows.count - 1].values.append(figure.value)
    }
  }

  /// The tables with an empty line between them; nil without figures.
  var text: String? {
    var tables: [String] = []
    for group in groups {
      var table = MarkdownTable(
        [""] + group[0].columns, [.left] + group[0].columns.map { _ in .right })
      for row in group { table.add([row.name] + row.values.map(Self.number)) }
      tables.append(table.text)
    }
    return tables.isEmpty ? nil : tables.joined(separator: "\n\n")
  }

  /// Runs of rows with the same columns.
  private var groups: [[Row]] {
    var groups: [[Row]] = []
    for row in rows {
      if groups.last?[0].columns == row.columns {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    return groups
  }

  /// About three digits.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e12 else { return "∞" }
    if value >= 99.95 { return Figures.count(Int(value.rounded())) }
    return Figures.decimal(value, places: value < 9.995 ? 2 : 1)
  }
}
