@testable import Martlet

/// A decoder that is given any bytes. Unit tests and the fuzzer drive the same code.
///
/// Whatever the bytes are, it may throw a ``SearchError``. It must not trap, run without end, take
/// memory without bound, or contradict itself.
///
/// Names no testing library, because the fuzzer is compiled without one.
enum FuzzTarget: String, Sendable, CaseIterable {
  case manifest, log, live, segment, query, parser, pattern

  /// Decodes `bytes` and uses all that they give.
  ///
  /// - Returns: what is wrong, nil if nothing is.
  func violation(_ bytes: [UInt8]) -> String? {
    switch self {
    case .manifest: IndexFuzzing.violation(manifest: bytes)
    case .log: IndexFuzzing.violation(log: bytes)
    case .live: IndexFuzzing.violation(live: bytes)
    case .segment: SegmentFuzzing.violation(bytes)
    case .query: QueryFuzzing.violation(bytes)
    case .parser: ParserFuzzing.violation(bytes)
    case .pattern: PatternFuzzing.violation(bytes)
    }
  }

  /// The first inputs: bytes that the engine itself wrote.
  var seeds: [[UInt8]] {
    switch self {
    case .manifest: [FuzzSample.index.manifest, FuzzSample.emptyManifest]
    case .log: [FuzzSample.index.log]
    case .live: [FuzzSample.index.live]
    case .segment: FuzzSample.images
    case .query: QueryFuzzing.seeds
    case .parser: ParserFuzzing.seeds
    case .pattern: PatternFuzzing.seeds
    }
  }

  /// The bytes as parts that are changed one at a time; nil when they are no file of that kind.
  func layout(of bytes: [UInt8]) -> (any FuzzLayout)? {
    switch self {
    case .manifest: ManifestLayout(bytes)
    case .log: LogLayout(bytes)
    case .live: LiveLayout(bytes)
    case .segment: ImageLayout(bytes)
    case .query, .parser, .pattern: nil
    }
  }
}

/// A file taken apart, to be put together again with sizes, offsets and checks that fit its parts.
protocol FuzzLayout {
  /// The bytes that a change may hit, without what follows from others.
  var parts: [[UInt8]] { get set }

  /// The file that has these parts.
  func assembled() -> [UInt8]
}
