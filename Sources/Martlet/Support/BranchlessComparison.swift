/// Comparisons whose result is added to an index, without a branch.
///
/// The compiler turns `a > b ? 1 : 0` over floating-point numbers into a conditional jump. Where
/// the outcome is as good as random, half of the jumps are mispredicted, at some fifteen cycles
/// each. The sign of a difference takes two or three.
enum BranchlessComparison {
  /// Returns 1 if `value` is above `limit`, otherwise 0.
  ///
  /// A difference is 0 only for equal numbers, because small differences are not rounded to 0, and
  /// the sign of that 0 is plus.
  ///
  /// - Precondition: Neither is NaN, they are not the same infinity, and the limit is not -0.
  @inline(__always)
  static func oneIf(_ value: Float, isAbove limit: Float) -> Int {
    Int((limit - value).bitPattern &>> 31)
  }

  /// Returns 1 if `value` is above `limit`, otherwise 0; see the overload for `Float`.
  @inline(__always)
  static func oneIf(_ value: Double, isAbove limit: Double) -> Int {
    Int(truncatingIfNeeded: (limit - value).bitPattern &>> 63)
  }
}
