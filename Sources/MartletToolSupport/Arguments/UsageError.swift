/// A command line that its tool cannot follow: what is wrong, as a sentence without a full stop.
///
/// The tool prints it with a pointer to the command's help and ends with ``ToolStatus/usage``.
package struct UsageError: Error, Equatable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// A command that was understood and could not be carried out, in words for a person.
package struct ToolFailure: Error, Equatable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// The exit status of a tool.
package enum ToolStatus: Int32, Sendable {
  /// Done.
  case success = 0
  /// Understood, but it failed, or a check found damage.
  case failure = 1
  /// The command line makes no sense.
  case usage = 2
}
