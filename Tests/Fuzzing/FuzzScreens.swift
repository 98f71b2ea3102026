// The target of libFuzzer: bytes → reader → writer → layout → frame. Whatever the bytes are, the
// promises hold; a broken one stops the program, which keeps the input.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for dialect in [ScreenReader.Dialect.json, .jsonc] {
    guard let screen = Promises.read(bytes, dialect) else { continue }
    Promises.writeAndRead(screen)
    // libFuzzer calls from the main thread.
    MainActor.assumeIsolated { Promises.layOut(screen) }
  }
  return 0
}
