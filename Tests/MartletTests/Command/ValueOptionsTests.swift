#if os(macOS) || os(Linux)
  import Foundation
  import Martlet
  import MartletTestSupport
  import MartletToolSupport
  import Testing

  @testable import MartletCommand

  @Suite("Filter, order, groups and facets of the search command")
  struct ValueOptionsTests {
    private func indexed() throws -> CommandRun {
      let run = try CommandRun()
      let lines = [
        #"{"id": "1", "title": "storm", "artist": "Turner", "year": 1842}"#,
        #"{"id": "2", "title": "storm", "artist": "ames", "year": 1900}"#,
        #"{"id": "3", "title": "storm", "artist": "Turner", "year": 1810}"#,
        #"{"id": "4", "title": "storm", "year": 1850}"#,
      ]
      try run.write("a.jsonl", lines.joined(separator: "\n"))
      #expect(
        run("index @i --input @a.jsonl --text title --keyword artist --number year") == .success)
      return run
    }

    /// The keys of the hits, in the order in which they are printed.
    private func keys(_ run: borrowing CommandRun, _ options: String) throws -> [String] {
      let output = try run.output("search @i storm --json \(options)")
      let value = try JSONDecoder().decode(
        [String: Record.Value].self, from: Data(output.output.utf8))
      guard case .array(let hits)? = value["hits"] else { return [] }
      return hits.map { hit in
        guard case .object(let members) = hit, case .string(let key)? = members["key"] else {
          return ""
        }
        return key
      }
    }

    @Test("a filter selects, an order sorts, and a group has one row")
    func orders() throws {
      let run = try indexed()
      #expect(try keys(run, "--sort year") == ["3", "1", "4", "2"])
      #expect(try keys(run, "--sort artist,-year") == ["2", "1", "3", "4"])
      #expect(try keys(run, "--sort -key") == ["4", "3", "2", "1"])
      #expect(try keys(run, "--sort year --filter year:1840..1860") == ["1", "4"])
      #expect(try keys(run, "--sort year --filter artist:=Turner") == ["3", "1"])
      #expect(try keys(run, "--sort -year --collapse artist") == ["2", "4", "1"])
      let json = try run.output("search @i storm --sort -year --collapse artist -n 2 --json")
      #expect(json.output.contains(#""groupCount":3,"#), "\(json.output)")
      let groups = try run.output("search @i storm --sort -year --collapse artist")
      #expect(groups.lines[0].hasPrefix("3 groups of 4 documents, "))
      for page in ["-n 0", "--offset 7"] {
        let counted = try run.output("search @i storm --collapse artist --json \(page)")
        #expect(counted.output.contains(#""groupCount":3,"groups":[],"#), "\(counted.output)")
      }
      let none = try run.output("search @i nowhere --collapse artist --json")
      #expect(none.output.contains(#""groupCount":0,"groups":[],"#), "\(none.output)")
    }

    @Test("all documents are arranged without a query")
    func everything() throws {
      let run = try indexed()
      for query in ["", "*"] {
        let all = try run.output("search @i \(query) --sort year -n 2")
        #expect(all.lines[0].hasPrefix("4 documents, "), "\(query)")
        #expect(all.end == .exit(0))
      }
      #expect(try run.output("search @i --filter year:1842").lines.count == 2)
      #expect(try run.output("search @i").end == .exit(1))
      // Sorted documents have no score.
      #expect(!(try run.output("search @i --sort year --json")).output.contains("score"))
      for order in ["relevance", "-relevance", "year,-relevance"] {
        #expect(try run.output("search @i storm --sort=\(order) --json").output.contains("score"))
      }
    }

    @Test("a page ends with a cursor, and the next one begins there")
    func pages() throws {
      let run = try indexed()
      let first = try run.output("search @i storm --sort year -n 3")
      let line = try #require(first.lines.last)
      #expect(line.hasPrefix("next: --after "))
      let cursor = line.dropFirst("next: --after ".count)
      #expect(try keys(run, "--sort year --after \(cursor)") == ["2"])
      let other = try run.output("search @i storm --sort -year --after \(cursor)")
      #expect(other.end == .exit(2))
      #expect(other.lines[0].contains("another order"))
      let none = try run.output("search @i storm --after nonsense!")
      #expect(none.end == .exit(2))
      #expect(none.lines[0].contains("--after needs the cursor"))
    }

    @Test("a page goes on at the time of the first one, by which a rank is reckoned")
    func timedPages() throws {
      let run = try indexed()
      let rank = "--rank relevance*recency(year,30) --sort relevance,year"
      let first = try run.output("search @i storm \(rank) -n 3")
      let line = try #require(first.lines.last)
      let end = try #require(PageEnd(String(line.dropFirst("next: --after ".count))))
      #expect(abs(try #require(end.time).timeIntervalSinceNow) < 1_000)
      #expect(try keys(run, "\(rank) --after \(end.text)") == ["2"])
      let earlier = PageEnd(end.cursor, time: end.time.map { $0 - 60 })
      #expect(try run.output("search @i storm \(rank) --after \(earlier.text)").end == .exit(2))
      let fixed = "--rank recency(year,30,now:0) --sort relevance,year"
      let other = try run.output("search @i storm \(fixed) -n 3").lines.last ?? ""
      #expect(!other.contains("@"))
      #expect(try keys(run, "\(fixed) --after \(other.dropFirst(14))").count == 1)
      for text in ["", "@", "@5", "\(end.cursor)@", "\(end.cursor)@x"] {
        #expect(PageEnd(text) == nil, "\(text)")
      }
    }

    @Test("facets are tables under the hits")
    func facets() throws {
      let run = try indexed()
      let output = try run.output("search @i storm -n 0 --facet artist,year:1")
      #expect(
        output.lines.dropFirst() == [
          "artist: 2 values, 1 without", "2  Turner", "1  ames", "year: 4 values", "1  1810",
        ])
      let wrong = try run.output("search @i storm --facet artist:x")
      #expect(wrong.end == .exit(2))
      #expect(wrong.lines[0].contains("expected a number of values"))
    }

    @Test("a misspelt word that finds nothing is put right")
    func suggestion() throws {
      let run = try indexed()
      let found = try run.output("search @i sotrm")
      #expect(found.lines.last == "Did you mean: storm")
      #expect(found.end == .exit(1))
      #expect(try run.output("search @i sotrm --json").output.contains(#""suggestion":"storm""#))
      #expect(!(try run.output("search @i storm")).output.contains("Did you mean"))
    }

    @Test("misspelt words are found on request, and shown in the JSON of each hit")
    func fuzzy() throws {
      let run = try indexed()
      #expect(try keys(run, "storm") == keys(run, "sotrm --fuzzy"))
      let found = try run.output("search @i sotrm --fuzzy")
      #expect(found.end == .exit(0))
      #expect(found.lines[1] == "No document has \"sotrm\"; \"storm\" is near.")
      let json = try run.output("search @i sotrm --fuzzy --json").output
      #expect(json.contains(#""misspelt":true,"text":"sotrm""#), "\(json)")
      #expect(
        json.contains(#""words":[{"documents":0,"nearest":"storm","text":"sotrm"}]"#), "\(json)")
      let right = try run.output("search @i storm --fuzzy --json").output
      #expect(right.contains(#""matched":[{"fields":["#))
      #expect(!right.contains("misspelt"))
      let unknown = try run.output("search @i storm qqqqqqq")
      #expect(unknown.lines[1] == "No document has \"qqqqqqq\".")
    }

    @Test("a trace stands below the hits, and is part of the JSON")
    func trace() throws {
      let run = try indexed()
      let lines = try run.output("search @i storm --trace").lines
      let start = try #require(lines.firstIndex { $0.hasPrefix("search in ") })
      #expect(start > 4)
      #expect(lines[(start + 1)...].contains { $0.hasPrefix("  look up ") })
      #expect(lines[(start + 1)...].contains { $0.hasPrefix("    \"storm\" in ") }, "\(lines)")
      let json = try run.output("search @i storm --trace --json").output
      let value = try JSONDecoder().decode([String: Record.Value].self, from: Data(json.utf8))
      guard case .object(let trace)? = value["trace"] else {
        Issue.record("no trace in \(json)")
        return
      }
      #expect(trace.keys.sorted() == ["passes", "phases", "postings"])
      #expect(!(try run.output("search @i storm --json")).output.contains("trace"))
      #expect(!(try run.output("search @i storm")).lines.contains { $0.hasPrefix("  pass") })
    }

    @Test("the last word is completed, the most frequent first")
    func completions() throws {
      let run = try indexed()
      #expect(try run.output("complete @i st").lines == ["4  storm"])
      #expect(
        try run.output("complete @i T --field artist --json").lines
          == [#"{"documents":2,"text":"Turner","word":"Turner"}"#])
      #expect(try run.output("complete @i xyz").end == .exit(1))
      #expect(try run.output("complete @i x --field nothing").end == .exit(2))
    }

    @Test("a mistake in a filter is marked, and fields that cannot sort are named")
    func mistakes() throws {
      let run = try indexed()
      let unknown = try run.output("search @i storm --filter artits:=Turner")
      #expect(unknown.end == .exit(2))
      #expect(unknown.lines[0].contains("did you mean the field `artist`?"))
      #expect(unknown.lines[1] == "  artits:=Turner")
      #expect(unknown.lines[2] == "  ^")
      let value = try run.output("search @i storm --filter year:>many")
      #expect(value.end == .exit(2))
      #expect(value.lines[0].contains("--filter: The field \"year\" has numbers"))
      #expect(value.lines[1] == "  year:>many")
      #expect(value.lines[2] == "       ^")
      for option in ["--sort", "--rules", "--facet"] {
        let none = try run.output("search @i storm \(option) ,")
        #expect(none.end == .exit(2))
        #expect(none.lines[0].contains("\(option) needs names"))
      }
      let text = try run.output("search @i storm --sort title")
      #expect(text.end == .exit(2))
      #expect(text.lines[0].contains("cannot sort by the field \"title\""))
      let missing = try run.output("search @i storm --collapse nothing")
      #expect(missing.end == .exit(2))
    }
  }
#endif
