#if os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import Testing

  /// Real volumes that fill: each a small one in memory, which only its process sees.
  @Suite("A volume that is full")
  struct FullVolumeTests {
    /// Mounts `$3`, of this size.
    private static func mount(_ size: String) -> String {
      #"mount -t tmpfs -o size=\#(size) tmpfs "$3" || exit 99; "#
    }

    /// True when this process may have volumes of its own.
    private static let canMount: Bool = {
      let line = "unshare -rm sh -c 'mount -t tmpfs -o size=1m tmpfs /mnt'"
      let isPossible = (try? ChildProcess.shell(line).end) == .exit(0)
      if !isPossible { print("SKIPPED: this system lets the tests mount no volume") }
      return isPossible
    }()

    @Test(
      "refuses what it has no room for, keeps the rest, and goes on when there is room",
      .enabled(if: canMount, "SKIPPED: this system lets the tests mount no volume"),
      arguments: [Durability.full, .normal, .none])
    func engine(durability: Durability) throws {
      let findings = Findings()
      var random = SeededRandom(seed: TestSeed.value)
      var refusals = 0
      for number in 0..<ReliabilitySize.scaled(6) {
        let (volume, copy) = (try TemporaryFolder(), try TemporaryFolder())
        var order = VictimOrder(
          folder: volume.path(of: "index"), seed: random.next(), count: 120, durability: durability)
        order.memoryLimit = number % 2 == 0 ? 30_000 : 64 << 20
        order.room = random.int(in: 10_000..<120_000)
        let line =
          Self.mount("48m") + #""$1" "$2"; code=$?; cp -r "$3/index" "$4/index"; exit $code"#
        var run = try KilledRun(
          order, until: .none,
          by: #"exec unshare -rm sh -c "$5" sh "$1" "$2" "$3" "$4""#,
          [volume.path, copy.path, line])
        let place = "seed \(TestSeed.value), \(durability), run \(number)"
        if run.end != .exit(0) || run.callCount == nil {
          findings.note("the program ends with \(run.end)", at: place)
        }
        refusals += run.refusedCount
        run.order.folder = copy.path(of: "index")
        var judge = KillJudge(findings)
        judge.judge(run, at: place)
      }
      findings.report("a full volume, \(durability): \(refusals) refusals")
      #expect(refusals > 0)
    }

    @Test(
      "is said by the index command, which brings everything in when there is room",
      .enabled(if: canMount, "SKIPPED: this system lets the tests mount no volume"))
    func command() throws {
      let volume = try TemporaryFolder()
      // The index is made, cannot be added to, is searched and checked, and then has room.
      let line =
        Self.mount("3m") + #"""
          lines() { seq $1 $2 | sed "s/.*/{\"id\": \"&\", \"t\": \"all $3 w& x& y& z&\"}/"; }
          lines 1 200 old | "$1" index "$3/i" --input -; echo "status $?"
          for room in 0 8 40 120; do
            head -c $(($(stat -f -c '%a * %S' "$3") - room * 1024)) /dev/zero > "$3/filler"
            lines 1 3000 new | "$1" index "$3/i" --input -; echo "full $?"
            "$1" check "$3/i"; echo "sound $?"
            "$1" search "$3/i" "t:old" --limit 1 > /dev/null; echo "searched $?"
            rm "$3/filler"
          done
          lines 1 3000 new | "$1" index "$3/i" --input -; echo "status $?"
          "$1" check "$3/i"; echo "status $?"
          """#
      let outcome = try ChildProcess.run(
        "/usr/bin/env",
        ["unshare", "-rm", "sh", "-c", line, "sh", ChildProcess.program("mart"), "", volume.path])
      let lines = outcome.output.split(separator: "\n").map(String.init)
      func count(_ line: String) -> Int { lines.filter { $0 == line }.count }
      #expect(outcome.end == .exit(0), "\(outcome.output)")
      #expect(count("status 0") == 3 && count("full 2") == 4 && count("sound 0") == 4)
      #expect(count("searched 0") == 4, "\(outcome.output)")
      #expect(lines.filter { $0.hasPrefix("sound: 200 documents") }.count == 4)
      #expect(lines.filter { $0.contains("no space is left on the volume") }.count == 4)
      #expect(lines.contains { $0.hasPrefix("sound: 3,000 documents") }, "\(outcome.output)")
    }
  }
#endif
