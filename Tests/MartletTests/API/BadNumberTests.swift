#if os(macOS) || os(Linux)
  import Martlet
  import Testing

  /// Numbers that are set after their initialisers, which are checked as in these.
  @Suite("Numbers that an application sets")
  struct BadNumberTests {
    @Test("parameters of ranking that no formula takes end the program with a message")
    func ranking() async {
      let results = [
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          var ranking = BM25()
          ranking.b = 2
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          var ranking = BM25()
          ranking.k1 = .nan
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          var proximity = Proximity.standard
          proximity.near = -1
        },
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          var proximity = Proximity.standard
          proximity.window = 1
        },
      ]
      for result in results {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("must"))
      }
    }

    @Test("a number of threads of 0 ends the program with a message")
    func threads() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var options = IndexOptions()
        options.indexingConcurrency = 0
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("indexingConcurrency must be positive"))
    }

    @Test("numbers within the limits may be set one after the other")
    func valid() {
      var ranking = BM25()
      (ranking.k1, ranking.b) = (0, 1)
      #expect(ranking == BM25(k1: 0, b: 1))
      var proximity = Proximity.standard
      (proximity.inOrder, proximity.near, proximity.window) = (100, 0, 2)
      #expect(proximity == Proximity(inOrder: 100, near: 0, window: 2))
    }
  }
#endif
