/// The words of one command line, by the names that its ``CommandSyntax`` gives them.
package struct CommandArguments: Sendable, Equatable {
  private let operands: [String: String]
  private let options: [String: [String]]

  init(operands: [String: String], options: [String: [String]]) {
    self.operands = operands
    self.options = options
  }

  /// The word in the place called `name`, nil when it was left out.
  package func operand(_ name: String) -> String? { operands[name] }

  /// The word in the place called `name`.
  ///
  /// - Precondition: The syntax requires this operand, so that parsing has already asked for it.
  package func required(_ name: String) -> String {
    guard let word = operands[name] else {
      preconditionFailure("\(name) is not a required operand of this command")
    }
    return word
  }

  /// Returns true if the switch was given.
  package func has(_ option: String) -> Bool { options[option] != nil }

  /// The option's value, nil when it was not given.
  package func value(_ option: String) -> String? { options[option]?.first }

  /// The values of an option that repeats, in the order they were given.
  package func values(_ option: String) -> [String] { options[option] ?? [] }

  /// The option's value as a whole number within `range`.
  package func integer(
    _ option: String,
    default value: Int,
    in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let word = self.value(option) else { return value }
    return try Self.integer(word, called: option, in: range)
  }

  /// `word` as a whole number within `range`; `name` is what the complaint calls it.
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

  /// The option's value as a number within `range`.
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
