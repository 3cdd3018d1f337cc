/// A section's bytes for a hot loop: the same checks as ``Section``, without reference counting.
///
/// Retaining and releasing the verifier for each check would cost more than the check itself. Valid
/// as long as the section is kept alive.
@unsafe
struct SectionBytes {
  let base: UnsafeRawPointer
  let count: Int
  private let origin: Int
  private let verifier: Unmanaged<PageVerifier>?

  /// - Parameter origin: The offset of the bytes in the image.
  @inline(__always)
  init(_ bytes: ByteView, origin: Int, _ verifier: PageVerifier?) {
    unsafe base = bytes.base
    unsafe count = bytes.count
    unsafe self.origin = origin
    unsafe self.verifier = verifier.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Verifies the pages of the bytes from `lower` up to `upper`.
  ///
  /// The caller has made sure that `lower` is not greater than `upper`, and that both lie in the
  /// section.
  @inline(__always)
  func verify(_ lower: Int, _ upper: Int) throws(SearchError) {
    guard let verifier = unsafe verifier else { return }
    let range = unsafe Range(uncheckedBounds: (lower &+ origin, upper &+ origin))
    // SAFETY: the section, which the caller keeps, retains the verifier.
    let failure: SearchError? = unsafe verifier._withUnsafeGuaranteedRef { verifier in
      do throws(SearchError) {
        try verifier.verify(range)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}
