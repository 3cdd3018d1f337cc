@main
struct Main {
  static func main() {
    do throws(SearchError) {
      try RoundTrips.run()
    } catch {
      print("FAILED: \(error.description)")
    }
  }
}

#if arch(wasm32)
  @_cdecl("_start")
  func start() { Main.main() }
#endif
