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
  /// The exit status that tells the failure apart from others.
  package var status = ToolStatus.failure

  package init(_ message: String, status: ToolStatus = .failure) {
    self.message = message
    self.status = status
  }
}

/// The outcome of a tool. Its exit status is that of `grep`: 0, 1 if the answer is no, and 2 for
/// everything that went wrong.
package enum ToolStatus: Sendable {
  /// The command succeeded.
  case success
  /// The command succeeded, and the answer is no: nothing was found, or a check found damage.
  case negative
  /// The command failed.
  case failure
  /// The command line is not valid.
  case usage
  /// The command was interrupted.
  case interrupted

  /// The exit status of the process.
  package var code: Int32 {
    switch self {
    case .success: 0
    case .negative: 1
    case .failure, .usage: 2
    case .interrupted: 130
    }
  }
}
