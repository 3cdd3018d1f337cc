import Martlet
import MartletToolSupport

/// An artificial list of postings, packed and plain.
struct MadeList {
  let plain: PlainList
  let packed: PostingsProbe

  private init(_ plain: PlainList, norms: ByteView) throws {
    self.plain = plain
    packed = try PostingsProbe(
      documents: plain.documents, frequencies: plain.frequencies, norms: norms)
  }

  /// Creates a list whose gaps and frequencies, each less 1, need exactly `width` bits.
  ///
  /// - Precondition: There are at least `2^(width + 1)` norms.
  static func ofWidth(_ width: Int, count: Int, norms: ByteView) throws -> MadeList {
    var random = MixedNumbers(seed: UInt64(width))
    let least = width == 0 ? 0 : 1 << (width - 1)
    let widest = max(1, least)
    let fitting = min(count, norms.count / (least + widest + 1))
    var document = -1
    var plain = PlainList(documents: [], frequencies: [])
    for _ in 0..<fitting {
      document += 1 + least + (width == 0 ? 0 : random.number(below: widest))
      plain.documents.append(UInt32(document))
      let frequency = 1 + least + (width == 0 ? 0 : random.number(below: widest))
      plain.frequencies.append(UInt32(frequency))
    }
    return try MadeList(plain, norms: norms)
  }

  /// Creates a list of random documents, one in `rarity`, with frequencies like those of words:
  /// each is half as common as the one before.
  static func ofRarity(_ rarity: Int, seed: UInt64, norms: ByteView) throws -> MadeList {
    var random = MixedNumbers(seed: seed)
    var plain = PlainList(documents: [], frequencies: [])
    for document in 0..<norms.count where random.number(below: rarity) == 0 {
      plain.documents.append(UInt32(document))
      let bits = random.next() | 1 << 40
      plain.frequencies.append(UInt32(1 + bits.trailingZeroBitCount))
    }
    if plain.documents.isEmpty { plain = PlainList(documents: [0], frequencies: [1]) }
    return try MadeList(plain, norms: norms)
  }
}
