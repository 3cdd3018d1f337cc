/// Continuing without damaged segments, where the options allow it.
extension IndexCore {
  /// Returns the result of `body` for `state`, or for what remains of it if damage is found that
  /// may be left out.
  ///
  /// - Throws: The errors of `body`.
  /// - Complexity: That of `body`, once more for each segment that is found to be damaged.
  func reading<Result>(
    _ state: IndexState, _ body: (IndexState) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    var readable = readable(state)
    while true {
      do throws(SearchError) {
        return try body(readable)
      } catch {
        guard leaveOut(because: error, of: readable), let rest = readable.leavingOut(error) else {
          throw error
        }
        readable = rest
      }
    }
  }

  /// Returns the result of `body`, which works on the current state. Runs it again each time that
  /// it finds damage that may be left out.
  func goingOn<Result>(_ body: () throws(SearchError) -> Result) throws(SearchError) -> Result {
    while true {
      let before = state
      do throws(SearchError) {
        return try body()
      } catch {
        // Another thread may have left it out since, or published a segment that has it.
        guard leaveOut(because: error, of: before) || leaveOut(because: error, of: state) else {
          throw error
        }
      }
    }
  }

  /// Publishes the current state without the segment whose damage `error` reports.
  ///
  /// States that are being written or merged at the same time are published without it too.
  ///
  /// - Returns: False if `state` has no such segment, or nothing may be left out.
  @inline(never)
  func leaveOut(because error: SearchError, of state: IndexState) -> Bool {
    guard options.onCorruption == .salvage, state.leavingOut(error) != nil else { return false }
    // An older state may have a segment that is known to be damaged.
    if exchange({ $0.leavingOut(error)?.numbered($0.version + 1) }) {
      changes.send(.unknown, self.state.version)
    }
    return true
  }

  /// Returns true if the segment whose damage `error` reports is left out by now.
  func isLeftOut(_ error: SearchError) -> Bool {
    options.onCorruption == .salvage && error.code == .corrupted
      && state.damage.segments.contains { $0.entry.fileName == error.file }
  }

  /// Adds damage that opening found outside of segments.
  func add(losses: [SearchError]) {
    exchange { losses.isEmpty ? nil : $0.adding(losses: losses).numbered($0.version + 1) }
  }

  /// Returns `state` without the segments that are known to be damaged by now.
  func readable(_ state: IndexState) -> IndexState {
    guard options.onCorruption == .salvage else { return state }
    let known = self.state.damage.segments
    guard !known.isEmpty else { return state }
    return known.reduce(state) { $0.leavingOut($1.reason) ?? $0 }
  }
}

extension IndexState {
  /// Returns the state without the segment whose damage `error` reports, or nil if it has no such
  /// segment.
  func leavingOut(_ error: SearchError) -> IndexState? {
    guard error.code == .corrupted, let file = error.file,
      let index = members.firstIndex(where: { $0.imageFile == file }),
      let lost = Damage.Segment(members[index], reason: error)
    else { return nil }
    var (members, damage) = (self.members, self.damage)
    members.remove(at: index)
    damage.segments.append(lost)
    return replacing(members, damage)
  }

  fileprivate func adding(losses: [SearchError]) -> IndexState {
    var damage = damage
    damage.losses += losses
    return replacing(members, damage)
  }

  /// Returns the same state with the given version.
  @inline(never)
  fileprivate func numbered(_ version: UInt64) -> IndexState {
    replacing(members, damage, version: version)
  }

  @inline(never)
  private func replacing(
    _ members: [Member], _ damage: Damage, version: UInt64? = nil
  ) -> IndexState {
    IndexState(
      members, fieldCount: segments.statistics.count, bookmarks: bookmarks,
      version: version ?? self.version, damage: damage)
  }
}

extension IndexState.Member {
  /// The file of the image; nil if it is on the heap.
  fileprivate var imageFile: String? { isOnHeap ? nil : segment.reader.image.file }
}

extension IndexState.Damage.Segment {
  /// Creates the entry for a segment that cannot be opened.
  init(
    _ entry: ManifestSegment, _ reason: SearchError, _ storage: any Storage,
    _ reclaimer: FileReclaimer?
  ) {
    self.entry = entry
    self.reason = reason
    let live = try? LiveDocumentsFormat.read(entry, from: storage)
    documentCount = live?.liveCount ?? entry.documentCount
    keeper = reclaimer?.pin(entry.fileNames)
  }

  /// Creates the entry for an open segment that is damaged. The result is nil if the segment is in
  /// no file.
  fileprivate init?(_ member: IndexState.Member, reason: SearchError) {
    switch member.home {
    case .heap: return nil
    case .unnamed(_, let entry): self.entry = entry
    case .file(let stored): entry = stored.entry
    }
    self.reason = reason
    documentCount = member.segment.liveCount
    keeper = member.home
  }
}
