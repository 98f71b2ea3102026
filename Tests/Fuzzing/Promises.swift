// What holds for every document. Compiled by Scripts/fuzz together with Spots and the libraries
// below it into one module, outside of the package.

enum Promises {
  /// No screen exactly when a diagnostic says why; positions in the document, words a terminal can
  /// show.
  static func read(_ bytes: [UInt8], _ dialect: ScreenReader.Dialect) -> Screen? {
    var reader = ScreenReader(
      dialect: dialect, itemKinds: ["card", "header"], componentKinds: ["list", "grid", "carousel"])
    let reading = reader.read(bytes)
    reader.onDemandBytes = 0
    check(reading, isLike: reader.readOnDemand(bytes))
    let found = reader.diagnostics(of: bytes)
    precondition(found.diagnostics == reading.diagnostics, "the same faults without the items")
    let isRefused = reading.diagnostics.contains { $0.code == .syntax || $0.code == .limit }
    precondition(
      reading.screen == nil ? reading.hasErrors : !isRefused,
      "a screen, or the reason why there is none")
    let positions = 1...bytes.count + 1
    for diagnostic in reading.diagnostics {
      precondition(
        positions.contains(diagnostic.line) && positions.contains(diagnostic.column),
        "a position in the document")
      let words = diagnostic.message + diagnostic.path + diagnostic.excerpt
      precondition(!words.unicodeScalars.contains(where: \.isUnprintable), "words to be shown")
    }
    return reading.screen
  }

  /// Reading on demand gives the same screen, takes the same documents and knows the same places.
  private static func check(_ reading: ParsedScreen, isLike onDemand: ParsedScreen) {
    precondition(reading.screen == onDemand.screen, "the same screen on demand")
    for (index, component) in (reading.screen?.components ?? []).enumerated() {
      let (map, other) = (reading.sourceMap, onDemand.sourceMap)
      precondition(map.component(index) == other.component(index), "the same place on demand")
      let last = component.items.count - 1
      precondition(
        map.item(last, inComponent: index) == other.item(last, inComponent: index),
        "the same place on demand")
      let diff = ItemDiff(
        from: component.items, to: onDemand.screen?.components[index].items ?? [])
      precondition(diff.changes.isEmpty && diff.isInPlace, "no difference on demand")
    }
  }

  /// Whatever is written reads back as the same screen.
  static func writeAndRead(_ screen: Screen) {
    let again = ScreenReader().read(ScreenWriter().write(screen))
    precondition(again.screen == screen, "the same screen after writing and reading")
    precondition(!again.hasErrors, "no errors in what was written")
  }

  /// Frames are finite at every width, and a frame can be recorded at both ends.
  @MainActor
  static func layOut(_ screen: Screen) {
    for width in [0.0, 1, 375, 8000] {
      let controller = SpotsController(
        screen: screen, size: Size(width: width, height: 300), configuration: Configuration(),
        environment: Environment(text: CountedText(), images: NoPictures()))
      _ = controller.renderFrame(at: 0)
      controller.scroll(to: .greatestFiniteMagnitude)
      for entry in controller.renderFrame(at: 0.1).list.entries { check(entry.clip) }
      for component in controller.components {
        check(component.geometry.contentSize)
        for index in component.model.items.indices.prefix(64) {
          check(component.geometry.frame(ofItem: index))
        }
      }
    }
  }

  private static func check(_ rect: Rect) {
    precondition(rect.x.isFinite && rect.y.isFinite, "a finite place")
    check(rect.size)
  }

  private static func check(_ size: Size) {
    precondition(size.width.isFinite && size.height.isFinite, "a finite size")
    precondition(size.width >= 0 && size.height >= 0, "a size that is not negative")
  }
}

/// Half an em for each character.
@MainActor
private final class CountedText: TextMeasurer {
  func width(of text: String, font: Font, direction: TextDirection) -> Double {
    Double(text.count) * font.size / 2
  }
  func extents(of font: Font) -> (ascent: Double, descent: Double) {
    (font.size * 0.8, font.size * 0.2)
  }
  func lineBreaks(in paragraph: String) -> [Int] {
    paragraph.utf8.enumerated().filter { $0.element == 0x20 }.map { $0.offset + 1 }
  }
  func direction(of paragraph: String) -> TextDirection? { nil }
}

@MainActor
private final class NoPictures: ImageSizer {
  func size(of source: String) -> Size? { nil }
}
