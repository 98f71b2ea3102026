import SpotsTestSupport
import Testing

@testable import Spots

/// Right to left is the mirror image of left to right, on the screen and under the pointer.
@MainActor
@Suite struct MirroringTests {
  private func rigs(_ components: [ComponentModel]) -> (ltr: ScreenRig, rtl: ScreenRig) {
    var environment = Environment.fixed(images: ["a.png": Size(width: 300, height: 200)])
    environment.isRightToLeft = true
    return (ScreenRig(components), ScreenRig(components, environment: environment))
  }

  /// A rectangle's mirror image in a window 400 wide, worked out here once more.
  private func mirror(_ rect: Rect) -> Rect {
    Rect(x: 400 - rect.x - rect.width, y: rect.y, width: rect.width, height: rect.height)
  }

  private func mirror(_ command: DrawCommand) -> DrawCommand {
    switch command {
    case .fill(let rect, let color, let radius):
      .fill(mirror(rect), color, cornerRadius: radius)
    case .stroke(let rect, let color, let width, let radius):
      .stroke(mirror(rect), color, width: width, cornerRadius: radius)
    case .shadow(let rect, let color, let blur, let offset, let radius):
      .shadow(mirror(rect), color, blur: blur, offset: offset, cornerRadius: radius)
    case .text(let text, let font, let color, let origin, let width, let direction):
      .text(
        text, font, color, origin: Point(x: 400 - origin.x - width, y: origin.y), width: width,
        direction: direction)
    case .image(let source, let rect, let mode, let corners, let placeholder, let icon):
      .image(
        source: source, mirror(rect), mode, corners: corners, placeholder: placeholder, icon: icon)
    case .polyline(let points, let color, let width):
      .polyline(points.map { Point(x: 400 - $0.x, y: $0.y) }, color, width: width)
    case .polygon(let points, let color):
      .polygon(points.map { Point(x: 400 - $0.x, y: $0.y) }, color)
    case .fade(let rect, let color, let side):
      .fade(mirror(rect), color, towards: side == .left ? .right : .left)
    }
  }

  private func fault(_ ltr: DrawList, _ rtl: DrawList) -> String? {
    guard ltr.entries.count == rtl.entries.count else { return "other commands" }
    for (a, b) in zip(ltr.entries, rtl.entries) {
      if !near(mirror(a.clip), b.clip) { return "clip \(a.clip): \(b.clip)" }
      if !near(mirror(a.command.bounds), b.command.bounds) { return "\(a.command): \(b.command)" }
      if a.opacity != b.opacity { return "opacity" }
      if Self.withoutPlace(mirror(a.command)) != Self.withoutPlace(b.command) {
        return "\(a.command) became \(b.command)"
      }
    }
    return nil
  }

  private func near(_ a: Rect, _ b: Rect) -> Bool {
    abs(a.x - b.x) < 1e-9 && a.y == b.y && abs(a.width - b.width) < 1e-9 && a.height == b.height
  }

  /// Places are compared with room for rounding, everything else exactly.
  private static func withoutPlace(_ command: DrawCommand) -> DrawCommand {
    switch command {
    case .fill(_, let color, let radius): .fill(.zero, color, cornerRadius: radius)
    case .stroke(_, let color, let width, let radius):
      .stroke(.zero, color, width: width, cornerRadius: radius)
    case .shadow(_, let color, let blur, let offset, let radius):
      .shadow(.zero, color, blur: blur, offset: offset, cornerRadius: radius)
    case .text(let text, let font, let color, _, let width, let direction):
      .text(text, font, color, origin: .zero, width: width, direction: direction)
    case .image(let source, _, let mode, let corners, let placeholder, let icon):
      .image(
        source: source, .zero, mode, corners: corners, placeholder: placeholder, icon: icon)
    case .polyline(_, let color, let width): .polyline([], color, width: width)
    case .polygon(_, let color): .polygon([], color)
    case .fade(_, let color, let side): .fade(.zero, color, towards: side)
    }
  }

  @Test func everyScreenIsTheMirrorImage() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var components = random.screen().components
      for index in components.indices {
        components[index].layout.infiniteScrolling = random.oneIn(3)
      }
      let (ltr, rtl) = rigs(components)
      let offset = random.length(upTo: 2000)
      let sideways = components.map { _ in random.length(upTo: 700) }
      for rig in [ltr, rtl] {
        rig.controller.scroll(to: offset)
        for (index, x) in sideways.enumerated() {
          try rig.controller.scroll(carousel: index, to: x)
        }
        if seed % 2 == 0 { rig.key(.down) }
        _ = rig.frame()
      }
      if let fault = fault(ltr.frame(), rtl.frame()) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  @Test func whatIsDoneMirroredEndsMirrored() {
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let (ltr, rtl) = rigs(random.screen().components + [carousel(9, paginate: .item)])
      for rig in [ltr, rtl] { rig.frame() }
      for _ in 0..<15 {
        let point = Point(x: random.length(upTo: 399) + 0.25, y: random.length(upTo: 599))
        for (rig, isMirrored) in [(ltr, false), (rtl, true)] {
          var copy = random
          act(rig, point, isMirrored, &copy)
        }
        _ = random.random.next()
      }
      // A tooltip begins at a whole point, counted from the left in both.
      for rig in [ltr, rtl] {
        rig.settle()
        rig.controller.input.dismissTooltip()
      }
      let fault = fault(ltr.frame(), rtl.frame())
      #expect(ltr.selections == rtl.selections, "seed \(seed)")
      #expect(ltr.carousels == rtl.carousels, "seed \(seed)")
      if let fault {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  private func act(
    _ rig: ScreenRig, _ point: Point, _ isMirrored: Bool, _ random: inout RandomComponents
  ) {
    let place = isMirrored ? Point(x: 400 - point.x, y: point.y) : point
    let sign = isMirrored ? -1.0 : 1
    switch random.below(6) {
    case 0: rig.click(place)
    case 1: rig.key(isMirrored ? .left : .right)
    case 2: rig.key(isMirrored ? .right : .left)
    case 3: rig.wheel(place, x: sign * 0.5, y: random.pick([-1, 0, 1]), precise: true)
    case 4: rig.key(random.pick([.down, .up, .tab, .pageDown]))
    default:
      rig.drag(place, to: Point(x: place.x - sign * 120, y: place.y + 30))
      rig.wait(0.5)
      rig.release(Point(x: place.x - sign * 120, y: place.y + 30))
    }
    rig.frame()
  }

  @Test func byHand() {
    let (_, rtl) = rigs([carousel(9), list(30, from: 100)])
    rtl.frame()
    // The first item is at the right edge: 250…400; the second at 90…240.
    rtl.click(Point(x: 390, y: 50))
    rtl.click(Point(x: 100, y: 50))
    #expect(rtl.selections.map(\.item) == [0, 1])
    // When dragged to the right, the next items come in from the left.
    rtl.drag(Point(x: 50, y: 50), to: Point(x: 250, y: 50))
    #expect(rtl.horizontalOffset(0) == 200)
    rtl.wait(1)
    rtl.release(Point(x: 250, y: 50))
    rtl.wheel(Point(x: 50, y: 50), x: -1, precise: true)
    #expect(rtl.horizontalOffset(0) == 260)
    // Shift turns a wheel towards the user into one towards the end.
    rtl.wheel(Point(x: 50, y: 50), y: -1, precise: true, shift: true)
    #expect(rtl.horizontalOffset(0) == 320)
    // The scrollbar is at the left edge.
    rtl.wheel(y: -1, precise: true)
    let bar = rtl.frame().entries.last?.command.bounds
    #expect(bar?.x == 3 && bar?.width == 4)
    rtl.move(Point(x: 6, y: 590))
    rtl.frame()
    rtl.click(Point(x: 6, y: 590))
    rtl.settle()
    #expect(rtl.offset == 660)
  }

  @Test func checkMarksLookTheSame() {
    for (name, isMirrored) in [(Icon.Name.check, false), (.chevron, true)] {
      let lines = [false, true].map { isRightToLeft in
        var environment = Environment.fixed()
        environment.isRightToLeft = isRightToLeft
        let view = IconView()
        view.name = name
        view.environment = environment
        view.frame = Rect(x: 0, y: 0, width: 16, height: 16)
        var list = DrawList(viewport: view.frame)
        if isRightToLeft {
          list.mirrored(width: 16) { view.record(into: &$0) }
        } else {
          view.record(into: &list)
        }
        return list.text
      }
      #expect((lines[0] != lines[1]) == isMirrored, "\(name)")
    }
  }
}
