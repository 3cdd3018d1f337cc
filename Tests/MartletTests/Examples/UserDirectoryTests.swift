import Foundation
import MartletTestSupport
import MartletToolSupport
import Testing

import Martlet

/// People with profiles in HTML, ranked by the app: 300,000 of them at full size.
@Suite("Example: people with profiles in HTML")
struct UserDirectoryTests {
  private let users: [SiteUser]

  init() throws {
    var words = try ExampleWords()
    users = (0..<ExampleSize.count(2_000, full: 300_000)).map { id in
      let about = words.text(byteCount: 200, ["Lighthouses", "lighthouse"], oneIn: 60)
      return SiteUser(
        id: id, displayName: words.name("Lighthouse Keeper", oneIn: 300),
        aboutMe: "<p class=\"lighthouse\"><b>\(about.prefix(3))</b>\(about.dropFirst(3))</p>"
          + "<script>lighthouse()</script>",
        reputation: words.random.int(in: 0..<words.random.int(in: 1..<20_000)))
    }
  }

  @Test("the names before the profiles, the well-known before the others, and no tag is a word")
  func people() async throws {
    let figures = ExampleFigures("people")
    let folder = try TemporaryFolder()
    let index = try await SearchIndex<SiteUser>.open(path: folder.path(of: "people"))
    let directory = UserDirectory(index: index)
    let watch = Stopwatch()
    try await index.importAll(users)
    let bytes = users.reduce(0) { $0 + $1.aboutMe.utf8.count + $1.displayName.utf8.count }
    figures.built(users.count, "profile", bytes: bytes, in: watch)
    // A scan of HTML finds tags, too: the class of every profile.
    let scan = NaiveScan(users.map { "\($0.displayName)\n\($0.aboutMe)" })
    for typed in ["l", "light", "lighthouse"] {
      let (scanTime, _) = Stopwatch.time { scan.count(containing: [typed]) }
      let watch = Stopwatch()
      let rows = try await directory.people(typed)
      figures.compare(typed, scan: scanTime, index: watch.seconds, hits: rows.count)
    }
    let expected = users.filter { user in
      let about = user.aboutMe.dropFirst("<p class=\"lighthouse\">".count)
        .replacing("<script>lighthouse()", with: "").replacing("</b>", with: "")
      return Self.isKeeper(user) || about.lowercased().contains("lighthouse")
    }
    let count = try await index.snapshot().count(.prefix("lighthouse"))
    #expect(count == expected.count && count > 0 && count < users.count)
    let rows = try await directory.people("lighthouse")
    let keepers = Set(users.filter(Self.isKeeper).map(\.id))
    #expect(
      !keepers.isEmpty && rows.prefix(min(3, keepers.count)).allSatisfy { keepers.contains($0.id) })
    for row in rows {
      #expect(!row.name.isPlain || !row.about.isPlain, "each row says why it is there")
      #expect(!row.about.text.contains("<"))
    }
    try await index.close()
  }

  private static func isKeeper(_ user: SiteUser) -> Bool {
    user.displayName.lowercased().contains("lighthouse")
  }

  @Test("of two who say the same, the one with the higher reputation is first")
  func reputation() async throws {
    let index = SearchIndex<SiteUser>.inMemory()
    try await index.write { batch in
      for (id, reputation) in [(1, 3), (2, 30_000), (3, 300)] {
        try batch.put(
          SiteUser(id: id, displayName: "Keeper", aboutMe: "<i>x</i>", reputation: reputation))
      }
    }
    let directory = UserDirectory(index: index)
    #expect(try await directory.people("keep").map(\.id) == [2, 3, 1])
    // Quotes and whatever else is typed cannot break a request.
    for typed in ["'; DROP TABLE users; --", "\"keep", "*", "keep* AND OR )("] {
      _ = try await directory.people(typed)
    }
  }
}
