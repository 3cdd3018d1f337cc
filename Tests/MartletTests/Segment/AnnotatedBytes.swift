@testable import Martlet

/// Bytes written for a reader: pairs of hexadecimal digits up to a semicolon, then what they are.
///
///     05 00 00 00 ; five documents
///     00 * 12     ; the byte before the star, so many times
func annotatedBytes(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  for line in text.split(separator: "\n") {
    let words = line.prefix { $0 != ";" }.split(separator: " ")
    var index = 0
    while index < words.count {
      if words[index] == "*", let count = Int(words[index + 1]), let byte = bytes.last {
        bytes.append(contentsOf: repeatElement(byte, count: count - 1))
        index += 2
      } else {
        bytes.append(UInt8(words[index], radix: 16) ?? 0)
        index += 1
      }
    }
  }
  return bytes
}

/// Returns the first difference of two byte sequences as a sentence, or nil when they are equal.
func firstDifference(_ found: [UInt8], _ expected: [UInt8]) -> String? {
  if found == expected { return nil }
  let common = zip(found, expected).prefix { $0 == $1 }.count
  let shown = found.dropFirst(common).prefix(16).map { String($0, radix: 16) }
  return "\(found.count) bytes found, \(expected.count) expected, "
    + "first different byte \(common); found there: \(shown.joined(separator: " "))"
}
