/// The images that come into view next if scrolling goes on.
@MainActor
struct ImagesAhead {
  /// The container of the screen.
  let view: SpotsScrollView

  /// The images of the items up to one window height beyond the visible part, below or above it,
  /// and up to one window width beside the visible part of carousels; nearest first.
  ///
  /// - Complexity: O(*n*) in these items, which are read if they have not been yet.
  func sources(upwards: Bool) -> [String] {
    let (offset, size) = (view.verticalScroll.offset, view.frame.size)
    var beside: [String] = []
    for index in view.layout.visible(offset: offset, viewport: size) {
      let component = view.components[index]
      guard component.model.kind == .carousel else { continue }
      let width = component.geometry.width
      let x = component.horizontalScroll.offset + width
      beside += images(of: component, in: Rect(x: x, y: 0, width: width, height: size.height))
    }
    let start = offset + (upwards ? -size.height : size.height)
    var beyond: [String] = []
    for index in view.layout.visible(offset: start, viewport: size) {
      let component = view.components[index]
      let top = view.layout.origin(of: index, offset: start, height: size.height).y
      let part = Rect(
        x: component.scroll.itemsOffset, y: start - top, width: component.geometry.width,
        height: size.height)
      beyond += images(of: component, in: part)
    }
    return beside + (upwards ? beyond.reversed() : beyond)
  }

  private func images(of component: Component, in part: Rect) -> [String] {
    component.geometry.slots(in: part).map { component.content.item(at: $0.item).image }
      .filter { !$0.isEmpty }
  }
}
