/// The damage that a manifest remembers.
extension Manifest {
  /// True if the index has lost something that was in it.
  var isDamaged: Bool { lostChanges != nil || segments.contains { $0.isQuarantined } }

  /// Replaces the segments with `sound`, which are searched, and `quarantined`, which are only
  /// kept.
  ///
  /// A quarantined segment stays behind the segments that were before it, as far as these still
  /// exist: of two versions of a document, the one in the later segment is the newer one. Segments
  /// that were merged since have only current documents, so they may come later.
  mutating func setSegments(_ sound: [ManifestSegment], quarantined: [ManifestSegment]) {
    var result = sound
    for var entry in quarantined {
      entry.isQuarantined = true
      let earlier = Set(segments.prefix { $0.id != entry.id }.map(\.id))
      let index = result.lastIndex { earlier.contains($0.id) }.map { $0 + 1 } ?? 0
      result.insert(entry, at: index)
    }
    segments = result
  }
}
