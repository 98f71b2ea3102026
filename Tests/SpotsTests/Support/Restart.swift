import SpotsTestSupport

@testable import Spots

extension ScreenRig {
  /// How this screen differs from a new one with the same content and place: in the frame of any
  /// component, item or edge, also inside items, in any view, or in what is drawn.
  func differenceFromRestart() throws -> String? {
    let (picture, fresh) = (settle(), try restart())
    if let difference = picture.difference(from: fresh.settle()) { return difference }
    let (frames, wanted) = (
      frames(in: controller.scrollView), fresh.frames(in: fresh.controller.scrollView)
    )
    for (frame, wanted) in zip(frames, wanted) where !frame.isSame(as: wanted) {
      return "\(frame), not \(wanted)"
    }
    return frames.count == wanted.count ? nil : "\(frames.count) frames, not \(wanted.count)"
  }

  /// Something that has a place: what it is, and where.
  private struct Placed {
    var name: String
    var index: Int
    var rect: Rect

    /// Sums may differ in the last digits.
    func isSame(as other: Placed) -> Bool {
      func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-3 }
      return name == other.name && index == other.index && near(rect.x, other.rect.x)
        && near(rect.y, other.rect.y) && near(rect.width, other.rect.width)
        && near(rect.height, other.rect.height)
    }
  }

  /// All frames, from the outside in.
  private func frames(in container: SpotsScrollView) -> [Placed] {
    let offset = container.verticalScroll.offset
    var frames = [
      Placed(name: "content", index: 0, rect: Rect(y: offset, height: container.contentHeight))
    ]
    for (index, component) in container.components.enumerated() {
      let (geometry, placement) = (component.geometry, container.placement(of: index))
      let content = Rect(
        origin: Point(x: component.contentOffsetX, y: placement.inner), size: geometry.contentSize)
      frames += [
        Placed(name: "component", index: index, rect: placement.frame),
        Placed(name: "content", index: index, rect: content),
        Placed(name: "header", index: index, rect: geometry.headerFrame(inner: 0) ?? .zero),
        Placed(name: "footer", index: index, rect: geometry.footerFrame ?? .zero),
      ]
      for item in component.model.items.indices {
        frames.append(Placed(name: "item", index: item, rect: geometry.frame(ofItem: item)))
      }
      for (item, view) in component.visibleViews.sorted(by: { $0.key < $1.key }) {
        frames.append(Placed(name: "\(type(of: view))", index: item, rect: view.frame))
        guard let composite = view as? CompositeItemView else { continue }
        frames += self.frames(in: composite.scrollView)
      }
    }
    return frames
  }

  /// A new screen with the same content, the same offsets and the same answers.
  private func restart() throws -> ScreenRig {
    let old = controller.environment
    var environment = Environment.fixed(
      theme: old.theme, textScale: old.textScale, images: ["a.png": Size(width: 300, height: 200)])
    environment.isRightToLeft = old.isRightToLeft
    environment.scale = old.scale
    let fresh = ScreenRig(
      screen: controller.screen, size: controller.state.root.frame.size, environment: environment,
      configuration: controller.configuration)
    for (component, old) in zip(fresh.components, components) {
      component.filterText = old.filterText
    }
    fresh.controller.values.restore(controller.values.given)
    for index in components.indices {
      try fresh.controller.scroll(carousel: index, to: horizontalOffset(index))
    }
    fresh.controller.scroll(to: offset)
    fresh.frame()
    for (component, old) in zip(fresh.components, components) {
      component.restore(inside: old.presentStates)
    }
    return fresh
  }
}

extension DrawList {
  /// The first line that differs.
  func difference(from wanted: DrawList) -> String? {
    // Mostly equal in every digit, in which case the text is not needed.
    if self == wanted { return nil }
    let (a, b) = (text, wanted.text)
    guard a != b else { return nil }
    let (left, right) = (a.split(separator: "\n"), b.split(separator: "\n"))
    let line = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }
    return line.map { "line \($0.offset): '\($0.element.0)', not '\($0.element.1)'" }
      ?? "\(left.count) lines, not \(right.count)"
  }
}
