// The target of Scripts/fuzz: bytes → reader → writer → layout → frame. Whatever the bytes are,
// the promises below hold; a broken one stops the program, which keeps the input.
//
// Compiled together with all of Sources/Spots into one module, outside of the package.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for dialect in [ScreenReader.Dialect.json, .jsonc] {
    let reading = ScreenReader(
      dialect: dialect, itemKinds: ["card", "header"], componentKinds: ["list", "grid", "carousel"]
    ).read(bytes)
    check(reading, count: count)
    guard let screen = reading.screen else { continue }
    checkRoundTrip(screen)
    // libFuzzer calls from the main thread.
    MainActor.assumeIsolated { checkLayout(screen) }
  }
  return 0
}

/// No screen exactly when a diagnostic says why, and every position lies in the document.
private func check(_ reading: ScreenReading, count: Int) {
  let isRefused = reading.diagnostics.contains { $0.code == .syntax || $0.code == .limit }
  precondition((reading.screen == nil) == isRefused, "a screen, or the reason why there is none")
  for diagnostic in reading.diagnostics {
    precondition(
      (1...count + 1).contains(diagnostic.line) && (1...count + 1).contains(diagnostic.column),
      "a position in the document")
    let isPrintable = !(diagnostic.message + diagnostic.path + diagnostic.excerpt)
      .unicodeScalars.contains(where: \.isUnprintable)
    precondition(isPrintable, "a message a terminal can show")
  }
}

/// What is written is read again as the same.
private func checkRoundTrip(_ screen: Screen) {
  let bytes = ScreenWriter().write(screen)
  let again = ScreenReader().read(bytes)
  precondition(again.screen == screen, "the same screen after writing and reading")
  precondition(!again.hasErrors, "no errors in what was written")
}

/// Frames are finite at every width, and a frame can be recorded at both ends.
@MainActor
private func checkLayout(_ screen: Screen) {
  for width in [0.0, 1, 375, 8000] {
    let controller = SpotsController(
      screen: screen, size: Size(width: width, height: 300), configuration: Configuration(),
      environment: Environment(text: CountedText(), images: NoPictures()))
    _ = controller.frame(at: 0)
    controller.scroll(to: .greatestFiniteMagnitude)
    check(controller.frame(at: 0.1).list)
    for component in controller.components {
      check(component.geometry.contentSize)
      for index in component.model.items.indices.prefix(64) {
        check(component.geometry.frame(ofItem: index))
      }
    }
  }
}

private func check(_ list: DrawList) {
  for entry in list.entries { check(entry.clip) }
}

private func check(_ rect: Rect) {
  precondition(rect.x.isFinite && rect.y.isFinite, "a finite place")
  check(rect.size)
}

private func check(_ size: Size) {
  precondition(size.width.isFinite && size.height.isFinite, "a finite size")
  precondition(size.width >= 0 && size.height >= 0, "a size that is not negative")
}

/// Half an em for each character.
@MainActor
private final class CountedText: TextMeasurer {
  func width(of text: String, font: Font) -> Double { Double(text.count) * font.size / 2 }
  func extents(of font: Font) -> (ascent: Double, descent: Double) {
    (font.size * 0.8, font.size * 0.2)
  }
}

@MainActor
private final class NoPictures: ImageSizer {
  func size(of source: String) -> Size? { nil }
}
