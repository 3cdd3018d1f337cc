/// The values between two bounds, either of which may be missing. The bounds are texts that mean
/// what they mean in ``QueryNode/value(_:field:kind:)``.
struct ValueRange: Sendable, Hashable {
  /// An end of a range.
  struct Bound: Sendable, Hashable {
    var text: String
    /// True if the value itself is in the range.
    var isIncluded: Bool
  }

  var lower: Bound?
  var upper: Bound?
  var kind = ValueKind.unknown

  /// The texts of the bounds that there are.
  var texts: [String] { [lower, upper].compactMap { $0?.text } }
}
