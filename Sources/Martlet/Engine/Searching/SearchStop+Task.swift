extension SearchStop {
  /// A check that ends a search on this thread if the current task was cancelled.
  static var ofTask: SearchStop { SearchStop(isCancelled: { Task.isCancelled }) }
}
