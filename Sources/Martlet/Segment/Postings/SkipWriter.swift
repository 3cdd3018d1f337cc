/// The skip data of one term's list while it is written; see ``PostingsFormat``.
struct SkipWriter {
  private var lastDocuments: [UInt32] = []
  private var documentOffsets: [UInt32] = []
  private var frequencyOffsets: [UInt32] = []
  private var positionStarts: [UInt32] = []
  private var counts: [UInt8] = []
  private var bounds: [UInt8] = []
  /// The encoding of each block's documents; the writer appends one after each block.
  var encodings: [UInt8] = []

  /// Appends the skip data of the next block.
  mutating func append(
    last: DocumentID, documentOffset: UInt32, frequencyOffset: UInt32, positionStart: UInt32,
    count: UInt8, bound: UInt8
  ) {
    lastDocuments.append(last)
    documentOffsets.append(documentOffset)
    frequencyOffsets.append(frequencyOffset)
    positionStarts.append(positionStart)
    counts.append(count)
    bounds.append(bound)
  }

  /// Removes all blocks, keeping the memory.
  mutating func removeAll() {
    lastDocuments.removeAll(keepingCapacity: true)
    documentOffsets.removeAll(keepingCapacity: true)
    frequencyOffsets.removeAll(keepingCapacity: true)
    positionStarts.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    bounds.removeAll(keepingCapacity: true)
    encodings.removeAll(keepingCapacity: true)
  }

  /// Writes everything before the payloads.
  ///
  /// - Parameter blockOffsets: The offsets of the term's blocks of positions; nil when the field
  ///   keeps none.
  func write(to region: ByteWriter, blockOffsets: [UInt32]?) {
    let group = Limits.blocksPerSuperblock
    let starts = stride(from: 0, to: lastDocuments.count, by: group)
    region.append(UInt32(lastDocuments.count))
    for start in starts {
      region.append(lastDocuments[min(start + group, lastDocuments.count) - 1])
    }
    for start in starts { region.append(documentOffsets[start]) }
    for start in starts { region.append(frequencyOffsets[start]) }
    for start in starts {
      region.append(bounds[start..<min(start + group, bounds.count)].reduce(0, max))
    }
    for value in lastDocuments { region.append(value) }
    if let blockOffsets {
      for value in positionStarts { region.append(value) }
      for value in positionStarts {
        region.append(blockOffsets[Int(value / UInt32(PositionsFormat.blockSize))])
      }
    }
    appendRelative(documentOffsets, to: region)
    appendRelative(frequencyOffsets, to: region)
    region.append(counts)
    region.append(encodings)
    region.append(bounds)
  }

  /// Writes offsets relative to the first block of the same superblock: 32 blocks take less than
  /// 64 KiB.
  private func appendRelative(_ offsets: [UInt32], to region: ByteWriter) {
    for (block, offset) in offsets.enumerated() {
      region.append(UInt16(offset - offsets[block - block % Limits.blocksPerSuperblock]))
    }
  }
}
