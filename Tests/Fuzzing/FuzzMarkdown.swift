// The target of libFuzzer: bytes → Markdown → layout → frame. Whatever the text is, it is read and
// shown in time, in places that are finite.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
  var item = Item()
  item.markdown = text
  let screen = Screen(components: [ComponentModel(kind: .list, items: [item])])
  // libFuzzer calls from the main thread.
  MainActor.assumeIsolated { Promises.layOut(screen) }
  return 0
}
