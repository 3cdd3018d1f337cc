#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The program that libFuzzer drives: the target's name comes from the environment, so that one
/// program has all.
enum FuzzProgram {
  /// The decoder; nil for the analysis of text.
  static let target: FuzzTarget? = {
    guard let name = unsafe getenv("MARTLET_FUZZ_TARGET") else { return nil }
    return unsafe FuzzTarget(rawValue: String(cString: name))
  }()

  static func violation(_ input: [UInt8]) -> String? {
    if let target { return target.violation(input) }
    return AnalysisInvariants.violation(input: input)
  }

  /// Returns `bytes` as changed by libFuzzer.
  static func changed(_ bytes: [UInt8], upTo limit: Int) -> [UInt8] {
    var buffer = bytes.prefix(limit) + [UInt8](repeating: 0, count: max(0, limit - bytes.count))
    let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe fuzzerMutate(buffer.baseAddress, min(bytes.count, limit), limit)
    }
    return Array(buffer.prefix(count))
  }
}

@_extern(c, "LLVMFuzzerMutate")
private func fuzzerMutate(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ limit: Int) -> Int

/// The function that libFuzzer calls for each input. Stops the program where something is wrong.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = FuzzProgram.violation(input) { preconditionFailure("\(violation)") }
  return 0
}

/// The function that libFuzzer calls for the next input: makes checksums right, so that the code
/// behind them is reached.
@_cdecl("LLVMFuzzerCustomMutator")
public func fuzzerCustomMutator(
  _ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ limit: Int, _ seed: CUnsignedInt
) -> Int {
  guard let start = unsafe start else { return 0 }
  guard let target = FuzzProgram.target else { return unsafe fuzzerMutate(start, count, limit) }
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let output = FuzzMutator(target: target, limit: limit)
    .mutate(input, seed: UInt64(seed)) { FuzzProgram.changed($0, upTo: $1) }
  unsafe start.update(from: output, count: output.count)
  return output.count
}

/// Writes the target's seeds as files into the folder that the environment names, before the first
/// input.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(
  _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let target = FuzzProgram.target, let folder = unsafe getenv("MARTLET_FUZZ_SEEDS") else {
    return 0
  }
  for (number, seed) in target.seeds.enumerated() {
    let path = unsafe "\(String(cString: folder))/\(target)-\(number)"
    guard let file = unsafe fopen(path, "wb") else { preconditionFailure("cannot write \(path)") }
    unsafe fwrite(seed, 1, seed.count, file)
    unsafe fclose(file)
  }
  return 0
}
