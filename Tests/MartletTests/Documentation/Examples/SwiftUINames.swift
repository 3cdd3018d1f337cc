import Foundation
import Martlet

// The few names of SwiftUI that examples use, so that these are compiled where it is not.

@MainActor
protocol View {
  associatedtype Body: View
  var body: Body { get }
}

extension Never: View {
  var body: Never { fatalError("a view of nothing has no body") }
}

/// A view that shows rows.
struct List<Rows: Sequence, Row: View>: View {
  let rows: [Row]

  init(_ data: Rows, row: (Rows.Element) -> Row) where Rows.Element: Identifiable {
    rows = data.map(row)
  }

  var body: Never { fatalError("a list has no body") }
}

struct Text: View {
  let text: String

  init(_ text: String) { self.text = text }

  init(_ text: AttributedString) { self.text = String(text.characters) }

  var body: Never { fatalError("a text has no body") }
}

/// A view with a search field above it.
struct SearchableView<Content: View>: View {
  let content: Content
  let text: Binding<String>

  var body: Never { fatalError("a field has no body") }
}

extension View {
  func searchable(text: Binding<String>) -> SearchableView<Self> {
    SearchableView(content: self, text: text)
  }
}

@MainActor @dynamicMemberLookup
struct Binding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void

  subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part> {
      get()[keyPath: path]
    } set: {
      var value = get()
      value[keyPath: path] = $0
    }
  }
}

@MainActor @propertyWrapper
struct State<Value> {
  var wrappedValue: Value

  var projectedValue: Binding<Value> {
    let value = wrappedValue
    return Binding {
      value
    } set: { _ in
    }
  }
}

@MainActor @propertyWrapper @dynamicMemberLookup
struct Bindable<Model: AnyObject> {
  var wrappedValue: Model

  var projectedValue: Bindable<Model> { self }

  subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Model, Value>) -> Binding<Value> {
    let model = wrappedValue
    return Binding {
      model[keyPath: path]
    } set: {
      model[keyPath: path] = $0
    }
  }
}

#if !canImport(Darwin)
  enum Emphasis {
    case stronglyEmphasized
  }

  extension AttributeContainer {
    func inlinePresentationIntent(_ emphasis: Emphasis) -> AttributeContainer { self }
  }
#endif
