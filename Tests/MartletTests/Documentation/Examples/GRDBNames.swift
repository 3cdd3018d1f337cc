import Foundation
import Synchronization

// The few names of GRDB that examples use, so that these are compiled without that package.

protocol FetchableRecord {}

/// A table, each row of it as JSON.
struct Database: Sendable {
  var rows: [Int: Data] = [:]
}

extension FetchableRecord where Self: Decodable {
  static func fetchAll(_ database: Database, sql: String) throws -> [Self] {
    try database.rows.values.map { try JSONDecoder().decode(Self.self, from: $0) }
  }

  static func fetchAll(_ database: Database, keys: [Int]) throws -> [Self] {
    try keys.compactMap { database.rows[$0] }.map { try JSONDecoder().decode(Self.self, from: $0) }
  }
}

final class DatabaseQueue: Sendable {
  private struct State {
    var database = Database()
    var observers: [AsyncStream<Database>.Continuation] = []
  }

  private let state = Mutex(State())

  func read<Result: Sendable>(
    _ body: @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try body(state.withLock { $0.database })
  }

  func write(_ body: @Sendable (inout Database) throws -> Void) async throws {
    try state.withLock { state in
      try body(&state.database)
      for observer in state.observers { observer.yield(state.database) }
    }
  }

  fileprivate var values: AsyncStream<Database> {
    let (stream, source) = AsyncStream.makeStream(
      of: Database.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      source.yield(state.database)
      state.observers.append(source)
    }
    return stream
  }
}

struct ValueObservation<Value: Sendable>: Sendable {
  private let fetch: @Sendable (Database) throws -> Value

  static func tracking(_ fetch: @escaping @Sendable (Database) throws -> Value) -> Self {
    Self(fetch: fetch)
  }

  func values(in queue: DatabaseQueue) -> AsyncThrowingMapSequence<AsyncStream<Database>, Value> {
    queue.values.map(fetch)
  }
}
