import MartletTestSupport
import Testing

@testable import Martlet

@Suite("Flushing what was written in an earlier turn")
struct FlushedTurnTests {
  @Test("waits for other writers, and never says that nothing has changed")
  func busy() throws {
    let folder = try TemporaryFolder()
    func open() throws -> IndexCore {
      let storage = try FileStorage(path: folder.path, createIfMissing: true)
      return try TestEngine.open(storage) {
        $0.durability = .full
        $0.writerLock = .perWrite
      }
    }
    let (one, other) = (try open(), try open())
    let lsn = try one.whileLocked { (session) throws(SearchError) in
      var batch = WriteBatch()
      batch.append(TestEngine.put("k1", 1))
      return try one.apply(batch, in: session)
    }
    try other.write([TestEngine.put("k2", 1)])
    try one.write([TestEngine.put("k3", 1)])
    let turn = try other.beginWriting()
    if one.files?.log.isDurable(lsn) == false {
      #expect(thrownCode { try one.keep(lsn) } == .durabilityUnknown)
    }
    other.endWriting(turn)
    try one.keep(lsn)
    #expect(one.files?.log.isDurable(lsn) == true)
    try one.close()
    try other.close()
    let storage = try FileStorage(path: folder.path, createIfMissing: false)
    #expect(try TestEngine.read(storage).count == 3)
  }
}
