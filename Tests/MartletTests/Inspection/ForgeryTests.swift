import MartletTestSupport
import Testing

@testable import Martlet
@testable import MartletCommand

/// The checker is shown to find damage, rule by rule, through the public way to verify an index and
/// through the command line.
@Suite("Forged indexes")
struct ForgeryTests {
  @Test("an index with nothing changed is sound")
  func sound() throws {
    let report = try ForgedIndex().verify()
    #expect(report.problems == [])
    #expect(report.statistics.documentCount == ForgedIndex.documentCount)
    #expect(try ForgedIndex(deleting: [3, 299]).verify().problems == [])
    let index = try ForgedIndex(change: { image in
      for field in 0..<ForgedIndex.unused { try image.changeLists(of: field) { _ in } }
      try image.changeLists(.prefixes, of: ForgedIndex.body) { _ in }
      try image.changeLists(.pairs, of: ForgedIndex.body) { _ in }
      try image.changeInfo { _ in }
    })
    #expect(try index.verify().problems == [], "lists that are read and written are the same")
  }

  @Test("each forgery is found, and nothing else", arguments: Forgery.all)
  func finding(_ forgery: Forgery) throws {
    let problems = try forgery.index().verify().problems
    #expect(problems.count == forgery.findings.count, "\(problems)")
    for (problem, expected) in zip(problems, forgery.findings) {
      #expect(problem.code == .corrupted)
      #expect(problem.message.contains(expected), "expected: \(expected)")
    }
  }

  #if os(macOS) || os(Linux)
    @Test("the command line prints each finding", arguments: Forgery.all)
    func command(_ forgery: Forgery) throws {
      let index = try forgery.index()
      let mart = try ChildProcess.program("mart")
      let check = try ChildProcess.shell("'\(mart)' check \"$1\"", [index.folder.path])
      #expect(check.end == .exit(1))
      let lines = check.output.split(separator: "\n").dropFirst().map(String.init)
      #expect(lines == (try index.verify().problems.map { "  \($0.sentence)" }))
    }

    @Test("the command line prints that an index with nothing changed is sound")
    func soundCommand() throws {
      let mart = try ChildProcess.program("mart")
      let index = try ForgedIndex(deleting: [3])
      let check = try ChildProcess.shell("'\(mart)' check \"$1\"", [index.folder.path])
      #expect(check.end == .exit(0) && check.output.hasPrefix("sound: 299 documents"))
    }
  #endif

  @Test("every rule of the checker is broken by some forgery")
  func completeness() throws {
    let messages = try Forgery.all.flatMap { try $0.index().verify().problems.map(\.message) }
    let rules = Self.rules
    #expect(rules.count > 20)
    for rule in rules where !messages.contains(where: rule.matches) {
      Issue.record("no forgery breaks the rule of \(rule)")
    }
  }

  private static var rules: [InspectionRules.Rule] {
    let folder = "Sources/Martlet/Inspection/"
    let files = PackageFile.all.filter {
      $0.path.hasPrefix(folder) && !$0.path.hasPrefix(folder + "Probes/")
    }
    return files.flatMap { InspectionRules(file: $0.path, $0.text).rules }
  }

  @Test("rules are found in a source with what they always say")
  func canFail() throws {
    let source = #"""
      /// Not "a rule".
      func check(_ name: String = "postings") {
        add("expected \(a.b(c)) of \(d), "
          + "found \(e)", at: 0)
        throw corrupted("pairs: " + message, at: 0)
      }
      """#
    let rules = InspectionRules(file: "A.swift", source).rules
    #expect(rules.map(\.texts) == [["expected ", " of ", ", found ", ""], ["pairs: ", ""]])
    #expect(rules.map(\.line) == [3, 5])
    let first = try #require(rules.first)
    #expect(first.matches("field 1, term 2: expected 3 of 4, found 5"))
    #expect(!first.matches("expected 3 of 4"))
    #expect(!first.matches("unexpected 3 of 4, found 5"))
  }
}
