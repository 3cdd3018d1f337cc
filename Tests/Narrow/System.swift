// What stands in for the operating system, which no embedded program has.

enum FileStorage {
  static func isSafe(_ name: String) -> Bool { !name.isEmpty }
}
