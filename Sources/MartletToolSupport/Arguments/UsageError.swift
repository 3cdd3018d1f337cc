/// A command line that is not valid. The message is a sentence without a full stop.
///
/// The tool prints it with a pointer to the command's help and exits with ``ToolStatus/usage``.
package struct UsageError: Error, Equatable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// The failure of a valid command. The message is for a person.
package struct ToolFailure: Error, Equatable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// The exit status of a tool.
package enum ToolStatus: Int32, Sendable {
  /// The command succeeded.
  case success = 0
  /// The command failed, or a check found damage.
  case failure = 1
  /// The command line is not valid.
  case usage = 2
}
