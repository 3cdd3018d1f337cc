import Testing

@Suite("Documentation: symbol links")
struct DocumentationLinkTests {
  @Test("every symbol link of a doc comment resolves, internal ones included")
  func comments() {
    let table = SymbolTable.library
    #expect(table.files.count > 200)
    for file in table.files {
      for link in table.brokenLinks(in: file) { Issue.record("\(link) resolves to nothing") }
    }
  }

  private func table(_ text: String) -> SymbolTable {
    SymbolTable([.init(path: "A.swift", text: text, source: SwiftSource(text))])
  }

  @Test("declarations are found with their types, labels and access")
  func declarations() {
    let table = table(
      """
      public struct Box<Item>: P {
        public private(set) var first: Item
        let second = Other.init(x: 1)
        public init?(at path: String, _ size: Int = 3) { let local = 1 }
        static func == (left: Box, right: Box) -> Bool { true }
        public func map<T: ~Copyable, U>(_ body: (Item, U) -> T, by: [Int: T]) {}
        enum Kind { case one, two([Int]), three(of: Int, Int) }
      }
      public protocol P { associatedtype Q; func run() }
      extension Box.Kind { subscript(i: Int) -> Int { 1 } }
      """)
    let found = Set(table.files[0].declarations.map { $0.path.joined(separator: "/") })
    #expect(
      found == [
        "Box", "Box/first", "Box/second", "Box/init(at:_:)", "Box/==(_:_:)",
        "Box/map(_:by:)", "Box/Kind", "Box/Kind/one", "Box/Kind/two(_:)",
        "Box/Kind/three(of:_:)", "P", "P/Q", "P/run()", "Box/Kind/subscript(_:)",
      ])
    #expect(table.publicTypes == ["Box", "P"])
    #expect(table.resolves("Box/map(_:by:)-(_,_)", onlyPublic: true))
    #expect(table.resolves("Martlet/P/run()", onlyPublic: true))
    #expect(!table.resolves("Box/Kind", onlyPublic: true))
  }

  @Test("a link resolves from its type and what surrounds it, and a broken one is found")
  func canFail() {
    let table = table(
      """
      /// See ``run()``, ``Inner/walk(to:)``, ``Outer``; not `run`.
      struct Outer {
        /// ``run()`` and ``gone``
        struct Inner {
          /// ``walk(to:)``, ``Outer/run()``, ``walk()``
          func walk(to: Int) {}
        }
        func run() {}
      }
      """)
    #expect(
      table.brokenLinks(in: table.files[0]) == ["A.swift:3: ``gone``", "A.swift:5: ``walk()``"])
  }
}
