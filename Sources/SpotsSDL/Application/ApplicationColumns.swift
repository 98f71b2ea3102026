import Spots

/// The two columns of a wide window: a screen with a `sidebar`, and the one that it has opened.
///
/// In a narrow window, one screen covers the other. Owned by the content of the window.
@MainActor
final class ApplicationColumns {
  /// Nil while the window shows one screen, the second one also while nothing is open beside.
  private(set) var leading, trailing: SpotsController?
  /// Where the first column ends, in points from where lines begin.
  private var end = 0.0
  /// Whether keys go to the first column.
  private var isLeadingActive = true
  private var pointer = ColumnPointer<SpotsController>()

  /// The columns in their order; none while the window shows one screen.
  var all: [SpotsController] { [leading, trailing].compactMap(\.self) }
  /// The column that keys go to.
  var active: SpotsController? { isLeadingActive ? leading : trailing }
  /// The column that the pointer is over.
  var pointed: SpotsController? { pointer.column.flatMap { all.contains($0) ? $0 : nil } }

  /// Gives screens their columns.
  ///
  /// - Parameters:
  ///   - screens: Those that are open one over the other, without sheets.
  ///   - width: That of the window, in points.
  func arrange(_ screens: [SpotsController], in width: Double) {
    let index = screens.lastIndex { $0.screen.sidebar != nil }
    let end = index.flatMap { index in
      screens[index].screen.sidebar?.end(
        in: width, chosen: nil, textScale: screens[index].environment.textScale)
    }
    let old = leading
    leading = end == nil ? nil : index.map { screens[$0] }
    trailing = leading === screens.last ? nil : leading.flatMap { _ in screens.last }
    self.end = end ?? 0
    if trailing == nil || leading !== old { isLeadingActive = true }
    let first = leading.flatMap { leading in screens.drop { $0 !== leading }.dropFirst().first }
    for screen in screens {
      screen.sheet.show(in: range(of: screen, in: width))
      screen.toolbar.hidesWayBack = screen === first
    }
    showActive(screens)
  }

  private func range(of screen: SpotsController, in width: Double) -> Range<Double>? {
    screen === leading ? 0..<end : screen === trailing ? end..<max(width, end) : nil
  }

  private func showActive(_ screens: [SpotsController]) {
    for screen in screens {
      let isAway = leading != nil && screen !== active
      screen.sheet.setAway(isAway)
      screen.beside = isAway ? nil : all.first { $0 !== screen }
    }
  }

  private func activate(_ screen: SpotsController, at now: Double) {
    guard screen !== active else { return }
    active?.handle(.pointerCancelled, at: now)
    isLeadingActive = screen === leading
    showActive(all)
  }

  /// Gives the keyboard to the other column, and marks where it is.
  func switchColumn(at now: Double) {
    guard let other = all.first(where: { $0 !== active }) else { return }
    activate(other, at: now)
    if other.focused == nil { other.handle(.keyPressed(.tab, []), at: now) }
  }

  /// The column that an event is meant for; nil while the window shows one screen.
  func target(of input: InputEvent, in width: Double, at now: Double) -> SpotsController? {
    guard let leading else { return nil }
    let target = pointer.target(of: input) { point in
      let x = leading.environment.isRightToLeft ? width - point.x : point.x
      return x < end ? leading : trailing ?? leading
    } leave: {
      $0.handle(.pointerLeft, at: now)
    }
    if case .pointerPressed = input, let target { activate(target, at: now) }
    return target ?? active
  }
}

extension [SpotsController] {
  func contains(_ controller: SpotsController) -> Bool { contains { $0 === controller } }
}
