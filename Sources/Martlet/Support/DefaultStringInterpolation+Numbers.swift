/// Numbers and texts in messages.
///
/// The methods of the standard library are generic, and compiled again at each of the hundreds of
/// places that put a number into a message.
extension DefaultStringInterpolation {
  /// Appends the decimal digits of `value`.
  @inline(never)
  mutating func appendInterpolation(_ value: Int) { appendLiteral(value.description) }

  /// Appends the decimal digits of `value`.
  @inline(never)
  mutating func appendInterpolation(_ value: UInt32) { appendLiteral(value.description) }

  /// Appends the decimal digits of `value`.
  @inline(never)
  mutating func appendInterpolation(_ value: UInt64) { appendLiteral(value.description) }

  /// Appends `value`.
  @inline(never)
  mutating func appendInterpolation(_ value: String) { appendLiteral(value) }
}
