import Foundation

/// The elements that are decoded from the JSON lines of a file, in order. Several threads decode
/// ahead.
///
/// Memory does not grow with the file. Used by one thread.
package struct DecodedLines<Element: Sendable> {
  /// Some elements, each with the number of bytes of the file up to its end.
  private struct Part: Sendable {
    var elements: [(element: Element, end: Int)] = []
    /// The error in the line after them.
    var failure: ToolFailure?
  }

  private var lines: LineReader
  private var work: OrderedWork<[LineReader.Line], Part>
  private var part = Part()
  private var taken = 0

  /// Opens the file at `path`; `-` is the standard input.
  ///
  /// - Parameters:
  ///   - type: The type of the value in each line.
  ///   - expected: The expected content of each line, for error messages.
  ///   - make: Makes an element from the value of a line, on any thread.
  /// - Throws: ``ToolFailure`` if it cannot be opened.
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

  /// The number of bytes of the file up to the end of the last element that was returned.
  package private(set) var byteCount = 0

  /// Returns the next element, or nil at the end.
  ///
  /// - Throws: ``ToolFailure`` with the line, counted from 1, that has another content.
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
