/// The arguments of one command line, by the names that its ``CommandSyntax`` gives them.
package struct CommandArguments: Sendable, Equatable {
  private let operands: [String: [String]]
  private let options: [String: [String]]

  init(operands: [String: [String]], options: [String: [String]]) {
    self.operands = operands
    self.options = options
  }

  /// Returns the operand called `name`, or nil if it was omitted.
  package func operand(_ name: String) -> String? { operands[name]?.first }

  /// Returns the operands called `name`, of which there may be several.
  package func operands(_ name: String) -> [String] { operands[name] ?? [] }

  /// Returns the operand called `name`.
  ///
  /// - Precondition: The syntax requires this operand, so that parsing fails without it.
  package func required(_ name: String) -> String {
    guard let word = operand(name) else {
      preconditionFailure("\(name) is not a required operand of this command")
    }
    return word
  }

  /// Returns true if the switch was given.
  package func has(_ option: String) -> Bool { options[option] != nil }

  /// Returns the value of the option, or nil if it was not given.
  package func value(_ option: String) -> String? { options[option]?.first }

  /// Returns the values of an option that repeats, in the order in which they were given.
  package func values(_ option: String) -> [String] { options[option] ?? [] }

  /// Returns the value of the option as a whole number, or the default if it was not given.
  ///
  /// - Throws: `UsageError` if it is not a whole number within `range`.
  package func integer(
    _ option: String,
    default value: Int,
    in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let word = self.value(option) else { return value }
    return try Self.integer(word, called: option, in: range)
  }

  /// Returns `word` as a whole number.
  ///
  /// - Parameter name: The name of the argument, for the error message.
  /// - Throws: `UsageError` if `word` is not a whole number within `range`.
  package static func integer(
    _ word: String,
    called name: String,
    in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(word), range.contains(number) else {
      let limits =
        range.upperBound == .max
        ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("\(name) needs a whole number \(limits), not \"\(word)\"")
    }
    return number
  }

  /// Returns the value of the option as a number, or the default if it was not given.
  ///
  /// - Throws: `UsageError` if it is not a number within `range`.
  package func number(
    _ option: String,
    default value: Double,
    in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let word = self.value(option) else { return value }
    guard let number = Double(word), range.contains(number) else {
      throw UsageError(
        "\(option) needs a number from \(range.lowerBound) to \(range.upperBound), not \"\(word)\"")
    }
    return number
  }
}
