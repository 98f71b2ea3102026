import Glibc
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsPlatform
@testable import SpotsSDL

/// The few things only pixels can tell: edges, curves, shadows, and how text and images lie.
@Suite(.serialized) @MainActor
final class PixelGoldenTests {
  private let folder: TemporaryFolder
  private let images: ImageStore
  private let fonts: FontBook
  private var environment: Environment

  init() throws {
    folder = try TemporaryFolder()
    images = ImageStore(locator: ImageLocator(roots: [folder.path]), mailbox: Mailbox())
    fonts = try FontBook(family: "DejaVu Sans", scale: 1)
    environment = Environment(text: fonts, images: images)
    try folder.write(SampleImages.svg, to: "flag.svg")
  }

  /// Paints what `body` records, in a window of `width` by `height` points.
  private func canvas(
    _ width: Double, _ height: Double, scale: Double = 1, _ body: (inout DrawList) -> Void
  ) throws -> OffscreenCanvas {
    (fonts.scale, environment.scale) = (scale, scale)
    let size = Size(width: width, height: height)
    var list = DrawList(viewport: Rect(origin: .zero, size: size))
    body(&list)
    let canvas = try OffscreenCanvas(size: size, scale: scale)
    let painter = Painter(fonts: fonts, images: images)
    let background = environment.theme[.background]
    canvas.paint(list, background: background, with: painter)
    #expect(images.waitUntilIdle(timeout: 20))
    canvas.paint(list, background: background, with: painter)
    return canvas
  }

  private func record(_ view: View, in frame: Rect, _ list: inout DrawList) {
    view.environment = environment
    view.frame = frame
    view.record(into: &list)
  }

  @Test(arguments: [1, 1.25, 1.5, 2])
  func cornersAndShadows(scale: Double) throws {
    let drawn = try canvas(44, 44, scale: scale) { list in
      let card = CardItemView()
      card.cellStyle = CellStyle(isRow: false)
      record(card, in: Rect(x: 8, y: 8, width: 60, height: 60), &list)
    }
    try expectPixels(drawn, "card-corner-\(Int(scale * 100))")
  }

  @Test func focusRing() throws {
    let drawn = try canvas(60, 36, scale: 1.25) { list in
      list.fill(
        Rect(x: 6, y: 6, width: 80, height: 24), environment.theme[.surface], cornerRadius: 8)
      list.append(
        .stroke(
          Rect(x: 2, y: 2, width: 88, height: 32), environment.theme[.focusRing], width: 2,
          cornerRadius: 12))
    }
    try expectPixels(drawn, "focus-ring")
  }

  @Test func imagesFitFillAndStayInTheMiddle() throws {
    let drawn = try canvas(100, 34) { list in
      for (index, mode) in [DrawCommand.ContentMode.fit, .fill, .center].enumerated() {
        let view = ImageView()
        (view.source, view.contentMode) = ("flag.svg", mode)
        view.corners = Corners(radius: index == 1 ? 14 : 6)
        let frame = Rect(x: 3 + Double(index) * 32, y: 3, width: 28, height: 28)
        list.fill(frame, environment.theme[.separator])
        record(view, in: frame, &list)
      }
    }
    try expectPixels(drawn, "content-modes")
  }

  @Test func anImageThatCannotBeHad() throws {
    let drawn = try canvas(40, 40) { list in
      let view = ImageView()
      view.source = "none.png"
      view.corners = Corners(radius: 8)
      record(view, in: Rect(x: 2, y: 2, width: 36, height: 36), &list)
    }
    try expectPixels(drawn, "missing-picture")
  }

  /// The words after the first are read from the right, and the number after them belongs to them.
  @Test func aLineOfTwoDirections() throws {
    let drawn = try canvas(150, 22) { list in
      record(
        Label(.body), text: "Tea שלום עולם 42", in: Rect(x: 2, y: 0, width: 146, height: 21), &list)
    }
    try expectPixels(drawn, "two-directions", tolerance: 24)
  }

  @Test func anEllipsisEndsWhatDoesNotFit() throws {
    let drawn = try canvas(90, 36) { list in
      let label = Label(.subtitle, .secondary, lineLimit: 2)
      record(
        label, text: "Everything in the harbour at night, slowly",
        in: Rect(x: 2, y: 0, width: 86, height: 36), &list)
    }
    try expectPixels(drawn, "ellipsis", tolerance: 24)
  }

  private func record(_ label: Label, text: String, in frame: Rect, _ list: inout DrawList) {
    label.text = text
    record(label, in: frame, &list)
  }

  @Test func pageIndicators() throws {
    let drawn = try canvas(100, 44, scale: 1.5) { list in
      for (index, isOverlay) in [false, true].enumerated() {
        let indicator = PageIndicator()
        (indicator.pageCount, indicator.currentPage, indicator.isOverlay) = (4, 1, isOverlay)
        record(indicator, in: Rect(x: 0, y: Double(index) * 22, width: 100, height: 22), &list)
      }
    }
    try expectPixels(drawn, "page-indicators")
  }

  @Test func aScrollbarInTheMiddleOfItsWay() throws {
    let drawn = try canvas(24, 80) { list in
      let scrollbar = Scrollbar()
      scrollbar.environment = environment
      scrollbar.contentMoved(at: 0)
      _ = scrollbar.update(
        offset: 100, length: 280, viewport: Size(width: 24, height: 80), at: 0.1)
      scrollbar.record(into: &list)
    }
    try expectPixels(drawn, "scrollbar")
  }

  @Test func aSelectedRow() throws {
    let drawn = try canvas(120, 44, scale: 1.25) { list in
      let row = DefaultItemView()
      row.cellStyle = CellStyle(isFirst: true, isLast: false)
      row.state = .selected
      row.environment = environment
      row.configure(
        with: Item(title: "Wi-Fi", action: "a", meta: Meta(["detail": .string("On")])))
      record(row, in: Rect(width: 120, height: 44), &list)
    }
    try expectPixels(drawn, "selected-row", tolerance: 24)
  }

  /// An image that differs fails, and leaves its golden alone.
  @Test func aDifferenceIsFound() throws {
    let drawn = try canvas(24, 80) { $0.fill(Rect(width: 24, height: 80), .black) }
    let golden = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(golden)/Goldens/scrollbar.png"
    let before = readBytes(path)
    withKnownIssue {
      try expectPixels(drawn, "scrollbar", isUpdating: false)
    }
    #expect(readBytes(path) == before)
    for word in ["new", "diff"] {
      #expect(unlink("/\(golden)/Goldens/scrollbar.\(word).png") == 0)
    }
  }
}
