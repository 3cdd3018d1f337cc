import Foundation
import MartletToolSupport

/// `game-serve`: answers the game's driver line by line.
enum GameServeCommand {
  static let command = Tool.Command(
    CommandSyntax(
      name: "game-serve",
      summary: "Answers the search benchmark game's driver.",
      operands: [.init("DIR", "the folder of the index")],
      discussion: """
        Reads lines of COMMAND<TAB>QUERY from the standard input and answers each with a line: the
        exact count, 1 for a command that does not count, or UNSUPPORTED.
        """)
  ) { arguments in
    let index = try GameIndex(folder: arguments.required("DIR"))
    while let line = readLine() {
      let answer = try GameServer.answer(to: line) { command, query in
        GameIndex.total(try index.search(query, command))
      }
      FileHandle.standardOutput.write(Data((answer + "\n").utf8))
    }
    return .success
  }
}
