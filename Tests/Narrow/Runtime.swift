// The few functions of a C library that the standard library and the compiler call, for a program
// that runs alone in a WebAssembly machine.

@_extern(wasm, module: "wasi_snapshot_preview1", name: "fd_write")
@_extern(c)
func fd_write(
  _ file: Int32, _ parts: UnsafeRawPointer, _ count: Int32, _ written: UnsafeMutableRawPointer
) -> Int32

@_extern(wasm, module: "wasi_snapshot_preview1", name: "random_get")
@_extern(c)
func random_get(_ target: UnsafeMutableRawPointer, _ count: Int32) -> Int32

@_cdecl("putchar")
func putchar(_ character: Int32) -> Int32 {
  var byte = UInt8(truncatingIfNeeded: character)
  return withUnsafePointer(to: &byte) { start in
    var part = (UInt32(UInt(bitPattern: start)), UInt32(1))
    var written: Int32 = 0
    return fd_write(1, &part, 1, &written)
  }
}

@_cdecl("arc4random_buf")
func arc4random_buf(_ target: UnsafeMutableRawPointer, _ count: Int) {
  _ = random_get(target, Int32(count))
}

/// The start of the memory that has never been allocated.
nonisolated(unsafe) private var fresh: UInt = 1 << 26

/// The freed blocks of 2 to the power `power` bytes, linked through their first word. In a table
/// before the first block, where memory is zero.
@inline(__always)
private func head(_ power: Int) -> UnsafeMutablePointer<UInt> {
  UnsafeMutablePointer(bitPattern: (1 << 26) - 256 + UInt(power) * 4).unsafelyUnwrapped
}

@_cdecl("posix_memalign")
func posix_memalign(
  _ result: UnsafeMutablePointer<UInt>, _ alignment: UInt, _ byteCount: UInt
) -> Int32 {
  let alignment = alignment < 16 ? 16 : alignment
  let needed = byteCount + 2 * alignment
  if needed < byteCount { return 12 }
  var power = 5
  while UInt(1) << UInt(power) < needed { power += 1 }
  if power > 30 { return 12 }
  var block = head(power).pointee
  if block == 0 {
    block = fresh
    fresh += UInt(1) << UInt(power)
  } else {
    head(power).pointee = UnsafePointer<UInt>(bitPattern: block).unsafelyUnwrapped.pointee
  }
  let address = (block + 16 + alignment - 1) & ~(alignment - 1)
  let header = UnsafeMutablePointer<UInt>(bitPattern: address - 8).unsafelyUnwrapped
  header[0] = block
  header[1] = UInt(power)
  result.pointee = address
  return 0
}

@_cdecl("free")
func free(_ address: UInt) {
  if address == 0 { return }
  let header = UnsafeMutablePointer<UInt>(bitPattern: address - 8).unsafelyUnwrapped
  let (block, power) = (header[0], Int(header[1]))
  UnsafeMutablePointer<UInt>(bitPattern: block).unsafelyUnwrapped.pointee = head(power).pointee
  head(power).pointee = block
}

@_cdecl("memcmp")
func memcmp(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  for index in 0..<count where left[index] != right[index] {
    return Int32(left[index]) - Int32(right[index])
  }
  return 0
}

@_cdecl("strlen")
func strlen(_ text: UnsafePointer<UInt8>) -> Int {
  var count = 0
  while text[count] != 0 { count += 1 }
  return count
}

/// Numbers in text are none here.
@_cdecl("_swift_stdlib_strtod_clocale")
func strtod(
  _ text: UnsafePointer<UInt8>, _ result: UnsafeMutablePointer<Double>
) -> UnsafePointer<UInt8>? { nil }

/// The low 128 bits of a product of two numbers of 128 bits, bit by bit: the compiler would take a
/// better way for what it is, and call this function for it.
@_cdecl("__multi3")
func multiply(
  _ result: UnsafeMutablePointer<UInt64>, _ leftLow: UInt64, _ leftHigh: UInt64,
  _ rightLow: UInt64, _ rightHigh: UInt64
) {
  var (low, high) = (leftLow, leftHigh)
  var (factorLow, factorHigh) = (rightLow, rightHigh)
  var (sumLow, sumHigh): (UInt64, UInt64) = (0, 0)
  while factorLow | factorHigh != 0 {
    if factorLow & 1 == 1 {
      sumLow = sumLow &+ low
      sumHigh = sumHigh &+ high &+ (sumLow < low ? 1 : 0)
    }
    high = high &<< 1 | low &>> 63
    low = low &<< 1
    factorLow = factorLow &>> 1 | factorHigh &<< 63
    factorHigh = factorHigh &>> 1
  }
  result[0] = sumLow
  result[1] = sumHigh
}
