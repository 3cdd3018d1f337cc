import Martlet

// The few names of Hummingbird that examples use, so that these are compiled without that package.

/// The parameters of a query.
struct Parameters: Sendable {
  var values: [String: String] = [:]

  func get(_ name: String) -> String? { values[name] }
}

struct Request: Sendable {
  struct Address: Sendable {
    var queryParameters = Parameters()
  }

  var uri = Address()
}

struct RequestContext: Sendable {}

protocol ResponseEncodable: Encodable, Sendable {}

/// A router with one route for each path.
final class Router {
  private(set) var routes:
    [String: @Sendable (Request, RequestContext) async throws -> any ResponseEncodable] = [:]

  func get<Answer: ResponseEncodable>(
    _ path: String,
    use handler: @escaping @Sendable (Request, RequestContext) async throws -> Answer
  ) {
    routes[path] = handler
  }
}
