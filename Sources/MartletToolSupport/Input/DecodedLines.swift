import Foundation

/// The elements that the JSON lines of a file stand for, in order. Several threads decode ahead.
///
/// Memory does not grow with the file. Used by one thread.
package struct DecodedLines<Element: Sendable> {
  /// Some elements, each with the bytes of the file up to its end.
  private struct Part: Sendable {
    var elements: [(element: Element, end: Int)] = []
    /// What is wrong with the line behind them.
    var failure: ToolFailure?
  }

  private var lines: LineReader
  private var work: OrderedWork<[LineReader.Line], Part>
  private var part = Part()
  private var taken = 0

  /// Opens the file at `path`; `-` is the standard input.
  ///
  /// - Parameters:
  ///   - type: What each line holds.
  ///   - expected: What each line has to be, for a complaint.
  ///   - make: Makes an element of a line, on any thread.
  /// - Throws: ``ToolFailure`` when it cannot be opened.
  package init<Line: Decodable & SendableMetatype>(
    path: String, of type: Line.Type, expected: String,
    make: @escaping @Sendable (Line) -> Element
  ) throws {
    lines = try LineReader(path: path)
    work = OrderedWork { [name = lines.name] lines in
      let decoder = JSONDecoder()
      return Self.part(of: lines, in: name) { (bytes) throws(ToolFailure) in
        make(try JSONLines.value(type, of: bytes, decoder, expected: expected))
      }
    }
  }

  /// The bytes of the file up to the element that was given last.
  package private(set) var byteCount = 0

  /// The next element, nil at the end.
  ///
  /// - Throws: ``ToolFailure`` with the line, counted from 1, where a line is something else.
  package mutating func next() throws -> Element? {
    while taken == part.elements.count {
      if let failure = part.failure { throw failure }
      guard let next = try work.next(reading: { try lines.nextPart() }) else { return nil }
      part = next
      taken = 0
    }
    let next = part.elements[taken]
    taken += 1
    byteCount = next.end
    return next.element
  }

  private static func part(
    of lines: [LineReader.Line], in name: String,
    _ decode: ([UInt8]) throws(ToolFailure) -> Element
  ) -> Part {
    var part = Part()
    for line in lines {
      do throws(ToolFailure) {
        part.elements.append((try decode(line.bytes), line.end))
      } catch {
        part.failure = ToolFailure("\(name), line \(line.number): \(error.message)")
        break
      }
    }
    return part
  }
}
