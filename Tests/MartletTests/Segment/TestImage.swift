@testable import Martlet

/// An image in memory with what `fill` adds, opened as if it came from disk.
func testImage(
  documentCount: Int, isTrusted: Bool = false, _ fill: (ImageWriter) throws -> Void
) throws -> ImageReader {
  let memory = ByteWriter()
  let id = SegmentID(high: 1, low: 2)
  let writer = ImageWriter(into: .memory(memory), segmentID: id, documentCount: documentCount)
  try fill(writer)
  _ = try writer.finish()
  return try ImageReader(memory.finish(), file: "seg", isTrusted: isTrusted)
}

/// A section with `bytes` as they are.
func testSection(_ bytes: [UInt8]) -> Section { Section(ByteView(copying: bytes)) }
