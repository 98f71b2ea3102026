/// A place in the viewport that an item is scrolled to.
public enum ScrollPosition: Sendable {
  /// At the top of the viewport.
  case top
  /// In the middle of the viewport.
  case center
  /// At the bottom of the viewport.
  case bottom
}

/// Scrolls to places whose offsets are estimates until they are near: an item, the end, the part
/// that has the keyboard.
///
/// What is measured on the way moves the place, so its offset is looked up again in every frame
/// until it is reached. Owned by the controller; lives as long as it does.
@MainActor
final class ScrollNavigator {
  /// A place to scroll to.
  enum Destination: Equatable {
    case offset(Double)
    case item(ItemPath, ScrollPosition)
    case bottom
    /// As little as is needed for the part to be seen with a margin; if it is only `kept` in sight,
    /// not at all when it is.
    case visible(ItemPath, isKept: Bool)
  }

  private var destination: Destination?
  /// The destination from the next frame on.
  private var waiting: Destination?
  private let scrollView: SpotsScrollView

  init(_ scrollView: SpotsScrollView) {
    self.scrollView = scrollView
  }

  private var viewport: Size { scrollView.frame.size }

  /// Whether the screen is on its way to showing what has the keyboard.
  var isRevealing: Bool {
    if case .visible = destination { return true }
    return false
  }

  /// Gives up the destination: the screen scrolls to somewhere else, or stays where it is.
  func cancel() { (destination, waiting) = (nil, nil) }

  /// Stays at the bottom however long the content turns out, or gives that up.
  func stayAtBottom(_ stays: Bool) { destination = stays ? .bottom : nil }

  /// Scrolls to `destination`.
  ///
  /// - Parameter now: When the movement begins; nil jumps.
  func go(to destination: Destination, at now: Double?) {
    cancel()
    if case .item(let path, _) = destination { centerInCarousel(path, at: now) }
    guard let offset = offset(of: destination) else { return }
    // An offset does not depend on what is measured on the way.
    if case .offset = destination {} else { self.destination = destination }
    if let now {
      scrollView.verticalScroll.glide(to: offset, at: now)
    } else {
      scrollView.verticalScroll.jump(to: offset)
    }
  }

  /// Glides to `destination` from the next frame on.
  func goWithNextFrame(to destination: Destination) {
    cancel()
    waiting = destination
  }

  /// Scrolls as little as is needed for all of a part, with a margin, to be seen, now and in the
  /// next frames. While the screen is on its way to another place, that place wins.
  ///
  /// - Parameter isKept: Whether that can wait for the next frame to cut off some of the part.
  func reveal(_ path: ItemPath, at now: Double?, isKept: Bool = false) {
    if destination == nil || isRevealing { destination = .visible(path, isKept: isKept) }
    if let now { scrollToShow(path, at: now) }
  }

  /// Sets out for the destination that waits for this frame.
  func begin(at now: Double) {
    guard let waiting else { return }
    go(to: waiting, at: now)
  }

  /// Continues to the destination.
  ///
  /// - Parameter layOut: Measures and mounts what can be seen at the present offset.
  /// - Returns: Whether the screen is still on its way.
  func advance(at now: Double, layOut: () -> Void) -> Bool {
    if case .visible(let path, let isKept) = destination {
      if isKept, isInSight(path) { destination = nil }
      return destination != nil && continueRevealing(path, at: now)
    }
    guard destination != nil else { return false }
    var isOnItsWay = false
    settle {
      guard let destination, let target = offset(of: destination) else { return false }
      if scrollView.verticalScroll.isMoving {
        scrollView.verticalScroll.glide(to: target, at: now)
        isOnItsWay = scrollView.verticalScroll.isMoving
        if isOnItsWay { return false }
      } else {
        guard abs(target - scrollView.verticalScroll.offset) > 1e-6 else { return false }
        scrollView.verticalScroll.jump(to: target)
      }
      layOut()
      return true
    }
    if !isOnItsWay { destination = nil }
    return isOnItsWay
  }

  /// Follows the content's change; a place that is gone is given up.
  func follow(_ move: ContentMove) {
    func followed(_ destination: Destination?) -> Destination? {
      // `follow(focus:)` moves what has the keyboard.
      guard case .item(let path, let position) = destination else { return destination }
      return move(path).map { .item($0, position) }
    }
    destination = followed(destination)
    waiting = followed(waiting)
  }

  /// What has the keyboard is at `path` now.
  func follow(focus path: ItemPath?) {
    guard case .visible(_, let isKept) = destination else { return }
    destination = path.map { .visible($0, isKept: isKept) }
  }

  /// Whether as much of a part as fits into the window is in it.
  func isInSight(_ path: ItemPath) -> Bool {
    guard let frame = scrollView.paths.contentFrame(of: path) else { return false }
    let window = scrollView.bounds.offsetBy(y: scrollView.verticalScroll.offset)
    return frame.intersection(window).height >= min(frame.height, window.height) - 0.5
  }

  private func offset(of destination: Destination) -> Double? {
    if case .offset(let offset) = destination { return offset }
    guard case .item(let path, let position) = destination else {
      return scrollView.verticalScroll.maximum
    }
    // A sticky column moves along: the offset must not follow it.
    let shift = scrollView.shift(of: path.component, at: scrollView.verticalScroll.offset)
    guard let frame = frame(of: path)?.offsetBy(y: -shift) else { return nil }
    let offset: Double =
      switch position {
      case .top: frame.y
      case .center: frame.midY - viewport.height / 2
      case .bottom: frame.maxY - viewport.height
      }
    return min(max(offset, 0), scrollView.verticalScroll.maximum)
  }

  /// The frame of a part or, until that has views, of the composite item around it.
  private func frame(of path: ItemPath) -> Rect? {
    var path = path
    while scrollView.paths.container(of: path) == nil, let around = path.parent { path = around }
    return scrollView.paths.contentFrame(of: path)
  }

  /// Scrolls the carousel that an item of the screen is in until the item is in the middle or, if
  /// the carousel snaps, until it rests at the item.
  private func centerInCarousel(_ path: ItemPath, at now: Double?) {
    guard let item = path.item, scrollView.components.indices.contains(path.component) else {
      return
    }
    let component = scrollView.components[path.component]
    let scroll = component.scroll
    let slot = component.geometry.slot(ofItem: item, near: scroll.horizontalScroll.offset)
    let x = scroll.restingOffset(of: slot)
    guard component.model.arrangement == .carousel else { return }
    guard let now else { return scroll.horizontalScroll.jump(to: x) }
    scroll.horizontalScroll.glide(to: x, at: now)
  }

  private func continueRevealing(_ path: ItemPath, at now: Double) -> Bool {
    scrollToShow(path, at: now)
    let isMoving =
      scrollView.verticalScroll.isMoving
      || scrollView.paths.component(of: path)?.horizontalScroll.isMoving ?? false
    if !isMoving { destination = nil }
    return isMoving
  }

  private func scrollToShow(_ path: ItemPath, at now: Double) {
    guard let item = path.last.item else {
      // A header that sticks is seen where it sticks.
      guard let frame = scrollView.paths.contentFrame(of: path) else { return }
      let isHeader = path.last.part == .header
      let rise = isHeader ? scrollView.paths.component(of: path)?.geometry.headerRise ?? 0 : 0
      return reveal(frame.y + rise, frame.maxY, margin: 0, of: path.component, at: now)
    }
    guard let container = scrollView.paths.container(of: path),
      let component = scrollView.paths.component(of: path)
    else { return }
    let (geometry, model) = (component.geometry, component.model)
    let slot = geometry.slot(ofItem: item, near: component.horizontalScroll.target)
    let frame = geometry.frame(of: slot)
    let start = container.origin.y + container.view.origin(of: path.last.component).y
    // The first item brings the header with it, where both fit.
    let bringsHeader = item == geometry.shown.first && frame.maxY < viewport.height
    var (top, bottom) = (bringsHeader ? 8 : frame.y - geometry.stuckHeight, frame.maxY)
    // If an item is higher than the window, the control that has the keyboard is revealed.
    if frame.height > viewport.height, let view = component.view(at: item),
      let control = view.controls.first(where: \.hasKeyboard)
    {
      top = frame.y - control.convert(.zero, from: view).y
      bottom = top + control.frame.height
    }
    reveal(start + top, start + bottom, margin: 8, of: path.component, at: now)
    if model.arrangement == .carousel { component.scroll.reveal(slot, at: now) }
  }

  /// Scrolls as little as is needed for a stretch of the content, as it is scrolled now, to be seen
  /// with a margin.
  ///
  /// A sticky column moves along. A stretch that is visible where the screen scrolls to is left
  /// alone; any other is looked for where the column will be then.
  private func reveal(
    _ top: Double, _ bottom: Double, margin: Double, of component: Int, at now: Double
  ) {
    guard !scrollView.layout.isBar(component) else { return }
    let scroll = scrollView.verticalScroll
    var shift = 0.0
    if scrollView.layout.column(of: component).isSticky {
      let moved = scrollView.shift(of: component, at: scroll.target)
      shift = moved - scrollView.shift(of: component, at: scroll.offset)
      let end = scroll.target + viewport.height
      if top + shift > scroll.target - 0.5, bottom + shift < end + 0.5 { return }
      let isAbove = top + shift < scroll.target
      let next = isAbove ? top + shift - margin : bottom + shift + margin - viewport.height
      if abs(scrollView.shift(of: component, at: next) - moved) > 0.5 { shift -= moved }
    }
    let covered = scrollView.layout.coveredHeight(of: component)
    scrollView.verticalScroll.reveal(
      top + shift - margin, bottom + shift + margin + covered, at: now)
  }
}
