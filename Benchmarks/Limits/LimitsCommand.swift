import Foundation
import MartletToolSupport

/// `limits`: measures memory beside the limit that was set, and how long closing takes.
enum LimitsCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "limits",
      summary: "Measures memory beside its limit, and closing beside a merge.",
      operands: [.init("CASE", "only this one: \(LimitCase.names)", isRequired: false)],
      options: [
        .init("--megabytes", value: "N", "text in the longer cases (default: 200)")
      ],
      discussion: """
        Each case runs in a process of its own. Its memory is what that process has of its own at
        the highest, looked at every two milliseconds, beyond what it had before the case began;
        files that are mapped do not count. The texts are artworks of the Tate collection.
        """)
  ) { arguments in
    let megabytes = try arguments.integer("--megabytes", default: 200, in: 1...100_000)
    let cases = try arguments.operand("CASE").map { [try LimitCase(named: $0)] }
    try measure(cases ?? LimitCase.allCases, megabytes: megabytes)
    return .success
  }

  /// The command of the processes that `limits` starts.
  static let step = Tool.Command(
    CommandSyntax(
      name: "limits-step",
      summary: "Does one step of \"limits\".",
      operands: [
        .init("STEP", "prepare or measure"), .init("CASE", "what is measured"),
        .init("FOLDER", "where the index is made"), .init("MEGABYTES", "text in longer cases"),
      ])
  ) { arguments in
    let megabytes = try CommandArguments.integer(
      arguments.required("MEGABYTES"), called: "MEGABYTES", in: 1...100_000)
    let folder = URL(fileURLWithPath: arguments.required("FOLDER"))
    let limitCase = try LimitCase(named: arguments.required("CASE"))
    if arguments.required("STEP") == "prepare" {
      try limitCase.prepare(in: folder, megabytes: megabytes)
    } else {
      print(try limitCase.measure(in: folder, megabytes: megabytes))
    }
    return .success
  }

  /// Prints what each of `cases` takes.
  static func measure(_ cases: [LimitCase], megabytes: Int) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-bench-\(UUID().uuidString)")
    for next in cases {
      defer { try? FileManager.default.removeItem(at: folder) }
      for step in ["prepare", "measure"] {
        try run([step, next.rawValue, folder.path, "\(megabytes)"])
      }
    }
  }

  private static func run(_ arguments: [String]) throws {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["limits-step"] + arguments
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw ToolFailure("\(arguments.joined(separator: " ")) failed")
      }
    #else
      throw ToolFailure("this system cannot start a program for each case")
    #endif
  }
}
