/// What libFuzzer calls for each input. Stops the program where something is wrong.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = AnalysisInvariants.violation(input: input) {
    preconditionFailure("\(violation)")
  }
  return 0
}
