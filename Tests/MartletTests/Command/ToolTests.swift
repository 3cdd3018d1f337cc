import Testing

@testable import MartletToolSupport

@Suite("Tools")
struct ToolTests {
  private let tool = Tool(
    name: "tool",
    version: "1.2",
    summary: "A tool.",
    commands: [
      .init(CommandSyntax(name: "good", summary: "Works.")) { _ in .success },
      .init(CommandSyntax(name: "bad", summary: "Fails.")) { _ in
        throw ToolFailure("it failed")
      },
      .init(CommandSyntax(name: "no", summary: "Finds nothing.")) { _ in .negative },
      .init(CommandSyntax(name: "odd", summary: "Is used wrongly.")) { _ in
        throw UsageError("it was used wrongly")
      },
    ])

  @Test(
    "the exit status tells success, failure and wrong usage apart",
    arguments: [
      (["good"], ToolStatus.success), (["bad"], .failure), (["odd"], .usage),
      (["no"], .negative), (["god"], .usage), ([], .usage), (["--version"], .success),
      (["--help"], .success),
      (["help", "bad"], .success), (["bad", "--help"], .success), (["help", "none"], .usage),
      (["good", "extra"], .usage),
    ])
  func statuses(words: [String], status: ToolStatus) {
    #expect(tool.run(words) == status)
  }

  @Test("exit statuses are those of grep")
  func codes() {
    let all: [ToolStatus] = [.success, .negative, .failure, .usage, .interrupted]
    #expect(all.map(\.code) == [0, 1, 2, 2, 130])
  }

  @Test("the help lists the commands in columns")
  func help() {
    #expect(
      tool.help == """
        A tool.

        Usage: tool COMMAND ...

          good         Works.
          bad          Fails.
          no           Finds nothing.
          odd          Is used wrongly.
          completions  Prints a script that completes command lines.

        tool help COMMAND explains a command; tool --version prints the version.
        """)
  }
}
