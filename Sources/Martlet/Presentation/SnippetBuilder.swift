/// Builds the text that is shown of passages.
///
/// White space is one space. An ellipsis stands where a sentence was cut, and between passages.
struct SnippetBuilder {
  private let marks: FieldMarks
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []

  private init(_ marks: FieldMarks) { self.marks = marks }

  /// Returns the text of all passages.
  static func text(
    of passages: [PassageFinder.Passage], _ marks: FieldMarks
  ) -> HighlightedText {
    var builder = SnippetBuilder(marks)
    for (index, passage) in passages.enumerated() {
      if index > 0 { builder.append(" … ") } else if passage.isCutBefore { builder.append("…") }
      builder.append(passage.range)
    }
    if passages.last?.isCutAfter == true { builder.append("…") }
    return HighlightedText(String(decoding: builder.bytes, as: UTF8.self), bytes: builder.ranges)
  }

  private mutating func append(_ text: StaticString) {
    bytes += "\(text)".utf8
  }

  private mutating func append(_ range: Range<Int>) {
    let marked = marks.ranges.drop { $0.upperBound <= range.lowerBound }
      .prefix { $0.lowerBound < range.upperBound }
    var index = range.lowerBound
    for mark in marked {
      let clamped = mark.clamped(to: range)
      copy(index..<clamped.lowerBound)
      let start = bytes.count
      copy(clamped)
      ranges.append(start..<bytes.count)
      index = clamped.upperBound
    }
    copy(index..<range.upperBound)
  }

  /// Appends bytes of the text, with each run of white space as one space.
  private mutating func copy(_ range: Range<Int>) {
    marks.text.withBytes { text in
      for index in range {
        let byte = text[index]
        guard byte.isASCIISpace else {
          bytes.append(byte)
          continue
        }
        if bytes.last != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
      }
    }
  }
}
