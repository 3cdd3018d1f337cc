/// A value of a JSON text, with the members of objects in the order of the text.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The value of an object's member, nil when there is none or this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text of a string.
  package var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The members of an object.
  package var members: [JSONMember]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}

/// A name and a value in an object.
package struct JSONMember: Sendable, Equatable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable {
  /// What was expected and what was found.
  package var message: String
  /// Bytes from the start of the text.
  package var offset: Int
}

extension JSONValue {
  /// `text` as a JSON string with its quotes.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
