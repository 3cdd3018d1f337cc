/// Objects that are not in use, for any thread that needs one.
///
/// In two halves, each behind a lock of its own. No thread waits: one that finds both held makes an
/// object of its own, or drops the one that it gives back. For the reason see ``SharedValue``.
struct ObjectPool<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The most objects in a half.
  private let most: Int
  private let first = Lock<[Object]>([])
  private let second = Lock<[Object]>([])

  /// - Parameter most: The most objects that are kept.
  init(most: Int) { self.most = most / 2 }

  /// Returns an object that nobody uses; nil if there is none, or none is to be had without
  /// waiting.
  func take() -> Object? {
    if let object = first.withLockIfAvailable({ $0.popLast() }) ?? nil { return object }
    return second.withLockIfAvailable({ $0.popLast() }) ?? nil
  }

  /// Lets others use `object`, if there is room for it.
  func giveBack(_ object: Object) {
    if !add(object, to: first) { _ = add(object, to: second) }
  }

  private func add(_ object: Object, to objects: borrowing Lock<[Object]>) -> Bool {
    let isAdded = objects.withLockIfAvailable { objects in
      guard objects.count < most else { return false }
      objects.append(object)
      return true
    }
    return isAdded == true
  }
}
