/// The damage that a manifest remembers.
extension Manifest {
  /// The name of ``lostChanges`` among the settings.
  private static let lostChangesSetting = "martlet.lost-changes"

  /// The damage of the log that cost the index acknowledged changes; nil if none are lost.
  package var lostChanges: SearchError? {
    get {
      settings[Self.lostChangesSetting].map {
        SearchError.corrupted(String(decoding: $0, as: UTF8.self))
      }
    }
    set {
      settings[Self.lostChangesSetting] = newValue.map { Array($0.message.utf8.prefix(4_096)) }
    }
  }

  /// True if the index has lost something that was in it.
  package var isDamaged: Bool { lostChanges != nil || segments.contains { $0.isQuarantined } }

  /// Replaces the segments with `sound`, which are searched, and `quarantined`, which are only
  /// kept.
  ///
  /// A quarantined segment stays behind the segments that were before it, as far as these still
  /// exist: of two versions of a document, the one in the later segment is the newer one. Segments
  /// that were merged since have only current documents, so they may come later.
  package mutating func setSegments(_ sound: [ManifestSegment], quarantined: [ManifestSegment]) {
    var result = sound
    for var entry in quarantined {
      entry.isQuarantined = true
      let earlier = Set(segments.prefix { $0.id != entry.id }.map(\.id))
      let place = result.lastIndex { earlier.contains($0.id) }.map { $0 + 1 } ?? 0
      result.insert(entry, at: place)
    }
    segments = result
  }
}
