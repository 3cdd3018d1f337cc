import Testing

/// The only files that may contain unsafe code: views of bytes, mapped files, system calls, and the
/// hot loops whose speed was measured. By folder.
private let unsafeFiles: [String: [String]] = [
  "Benchmarks": ["Hostile/ProcessorTime"],
  "Sources/Martlet/API": ["Hits/Hit"],
  "Sources/Martlet/Analysis": [
    "Markup/SourceBytes",
    "Tokenizing/ASCIIBlock",
    "Unicode/PackedTable",
    "Unicode/WordClass",
  ],
  "Sources/Martlet/Bytes": [
    "BitPacking",
    "BitPacking+Numbers",
    "BlockCompressor",
    "BlockDecompressor",
    "ByteReader",
    "ByteView",
    "ByteWriter",
    "Checksum",
    "GrowingArray",
    "MatchFinder",
    "OwnedBytes",
    "PatchedPacking",
    "ShortPacking",
    "Span+Bytes",
    "SplitPacking",
    "UnretainedArray",
    "VariableByte",
  ],
  "Sources/Martlet/Engine": ["Writing/WriteScope"],
  "Sources/Martlet/Execution": [
    "Boolean/Conjunction",
    "Boolean/DocumentMarks",
    "LiveCount",
    "Phrases/OriginBuffer",
    "Phrases/GatheredPositions",
    "Phrases/PhraseMarks",
    "Phrases/PhraseMatcher",
    "Phrases/PhraseMemory",
    "Phrases/PhrasePrefix",
    "Phrases/PhraseStarts",
    "Phrases/PositionMemory",
    "Phrases/PositionedTerm",
    "Phrases/PostingLocations",
    "Terms/CandidateBuffer",
    "Terms/CandidateMemory",
    "Terms/ListGroup",
    "Terms/NotedList",
    "Terms/TermScorer",
    "Terms/TermScorer+Candidates",
    "Terms/BlockSearch",
    "Terms/DocumentTable",
    "Windows/ScoreWindow",
    "Windows/WindowBits",
  ],
  "Sources/Martlet/Inspection": [
    "ColumnChecker",
    "ListChecker",
    "ListSum",
    "PositionsChecker",
    "PrefixListsChecker",
    "Probes/PostingsProbe",
  ],
  "Sources/Martlet/Inversion": [
    "FieldEncoder",
    "TermTable",
    "TermsAhead",
    "StreamedBigrams",
    "StreamedPairs",
    "TokenStream",
    "WordCache",
    "WordKey",
    "WordQueue",
  ],
  "Sources/Martlet/Merge": [
    "BigramRuns",
    "BigramScan",
    "BigramsBuilder",
    "FieldMerger",
    "Followers",
    "FoundFollowers",
    "ListMerger",
    "MergeSource",
    "PositionDifferences",
    "PrefixListsBuilder",
    "PrefixPairsBuilder",
    "Reordering/ForwardIndex",
    "Reordering/GraphBisection",
    "TermUnion",
  ],
  "Sources/Martlet/Ranking": [
    "KeyMerge",
    "KeySelection",
    "LengthTable",
    "TopDocuments",
  ],
  "Sources/Martlet/Segment": [
    "Bigrams/AdjacentWords",
    "PageVerifier",
    "Section",
    "SectionBytes",
    "Keys/Keys",
    "LiveDocuments/DocumentBitmap",
    "Positions/FewPositions",
    "Positions/PositionScan",
    "Positions/PositionsReader",
    "Positions/PositionsWriter",
    "Positions/PostingPositions",
    "Positions/WordOccurrences",
    "Postings/FrequencySums",
    "Postings/GapDecoder",
    "Postings/PostingsCursor",
    "Postings/PostingsCursor+Blocks",
    "Postings/SetBits",
    "Postings/SkipReader",
    "Postings/SkipReader+Gaps",
    "Postings/PostingsWriter",
    "Postings/ShortList",
    "TermDictionary/LengthGroup",
    "TermDictionary/Patterns/GramFlags",
    "TermDictionary/Patterns/TermScan",
    "TermDictionary/TermBlock",
    "TermDictionary/TermBlock+Search",
    "TermDictionary/TermBlockWriter",
    "TermDictionary/TermCursor",
    "TermDictionary/TermDictionary",
    "TermDictionary/TermDictionary+Infos",
    "TermDictionary/TermDictionaryWriter",
    "TermDictionary/TermEntryCursor",
    "TermDictionary/TermKey",
    "TermDictionary/TermTrie",
  ],
  "Sources/Martlet/Storage": [
    "MappedFile",
    "SystemCalls",
    "SystemCalls+Mapping",
    "SystemCalls+Volumes",
    "SystemCalls+Writing",
  ],
  "Sources/MartletToolSupport": [
    "Input/FileStatus",
    "Input/InputFile",
    "Measuring/LargeBlocks",
    "Measuring/ResourceUsage",
    "Output/StandardOutput",
    "Output/Terminal",
    "Running/IgnoredSignals",
    "Scanning/ByteSearch",
    "Screen/RawTerminal",
    "Screen/TerminalRescue",
  ],
]

@Suite("Fences around unsafe code")
struct UnsafeFenceTests {
  private static let fenced = Set(
    unsafeFiles.flatMap { folder, names in names.map { "\(folder)/\($0).swift" } })

  private static func isUnsafe(_ source: SwiftSource) -> Bool {
    source.tokens.contains { $0.text == "unsafe" }
  }

  @Test("unsafe code stands in the fenced files and nowhere else, and each says why it is right")
  func fences() {
    for file in PackageFile.product {
      let isUnsafe = Self.isUnsafe(file.source)
      if isUnsafe, !Self.fenced.contains(file.path) {
        Issue.record("\(file.path) has unsafe code outside the fenced files")
      }
      if isUnsafe, !file.text.contains("SAFETY:") {
        Issue.record("\(file.path) has no SAFETY comment")
      }
      if !isUnsafe, Self.fenced.contains(file.path) {
        Issue.record("\(file.path) needs no fence; take it off the list")
      }
    }
  }

  @Test("every fenced file exists")
  func existing() {
    let paths = Set(PackageFile.product.map(\.path))
    #expect(Self.fenced.subtracting(paths).sorted() == [])
  }

  @Test("unsafe code is seen in code only")
  func canFail() {
    #expect(Self.isUnsafe(SwiftSource("let a = unsafe b")))
    #expect(!Self.isUnsafe(SwiftSource("// unsafe\nlet a = \"unsafe\" + unsafeBitCast")))
  }
}
