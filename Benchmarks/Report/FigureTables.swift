import MartletToolSupport

/// Tables of figures in Markdown. The name of a figure up to the first comma and space is its row,
/// and the rest is its column. Consecutive rows with the same columns are one table.
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
      // A column that occurs twice begins another row.
      if rows.last?.name != name || rows.last?.columns.contains(column) == true {
        rows.append(Row(name: name, columns: [], values: []))
      }
      rows[rows.count - 1].columns.append(column)
      rows[rows.count - 1].values.append(figure.value)
    }
  }

  /// The tables, separated by empty lines; nil if there are no figures.
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

  /// Returns the value with about three digits.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e12 else { return "∞" }
    if value >= 99.95 { return Figures.count(Int(value.rounded())) }
    return Figures.decimal(value, places: value < 9.995 ? 2 : 1)
  }
}
