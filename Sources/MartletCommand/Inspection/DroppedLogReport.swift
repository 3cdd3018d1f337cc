import Martlet
import MartletToolSupport

/// The end of a log that is left out, in the form of a JSON object.
struct DroppedLogReport: Encodable {
  var file: String
  var bytes: Int

  init(_ dropped: IndexStatistics.DroppedLog) {
    file = dropped.file
    bytes = dropped.byteCount
  }
}

extension IndexStatistics.DroppedLog {
  /// The sentence for people.
  var sentence: String {
    "\(Figures.bytes(byteCount)) at the end of the log are left out: of a write that did not finish, or "
      + "damaged; salvage copies what is readable of them (\(file))"
  }
}
