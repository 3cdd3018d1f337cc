/// Stands for the module of word lists, which the fuzzed code does not need and a bare compiler
/// cannot embed.
public enum StopwordLists {
  public static var english: [UInt8] { [] }
  public static var mysql: [UInt8] { [] }
  public static var languages: [String] { [] }
  public static func list(language: String) -> [UInt8]? { nil }
}
