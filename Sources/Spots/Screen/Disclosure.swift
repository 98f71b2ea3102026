/// Shows and hides what is below the headers of components that can be collapsed, and the rows
/// inside other rows.
///
///     controller.disclosure.setExpanded(false, at: ItemPath(component: 0, part: .header))
///
/// Which of them are shown is kept by the components. Owned by the presentation state; lives as
/// long as it does.
@MainActor
public final class Disclosure {
  private let content: ScreenContent
  private let scrollView: SpotsScrollView
  private let keyboard: KeyboardFocus
  private let navigator: ScrollNavigator
  private let outlet: ScreenOutlet

  init(
    _ content: ScreenContent, _ scrollView: SpotsScrollView, _ keyboard: KeyboardFocus,
    _ navigator: ScrollNavigator, _ outlet: ScreenOutlet
  ) {
    (self.content, self.scrollView, self.keyboard) = (content, scrollView, keyboard)
    (self.navigator, self.outlet) = (navigator, outlet)
  }

  private func state(at path: ItemPath) -> DisclosureState? {
    scrollView.paths.component(of: path)?.content.disclosure
  }

  /// Whether what the header or row at a path can hide is shown; nil for a part that can hide
  /// nothing.
  public func isExpanded(_ path: ItemPath) -> Bool? {
    state(at: path)?.isExpanded(path.last.part)
  }

  /// Shows or hides what the header or row at a path can hide, as users do, and reports that. Does
  /// nothing for a part that can hide nothing.
  ///
  /// - Complexity: O(items of the component).
  public func setExpanded(_ isExpanded: Bool, at path: ItemPath) {
    guard self.isExpanded(path) == !isExpanded, let item = scrollView.paths.item(at: path),
      let component = scrollView.paths.component(of: path)
    else { return }
    component.content.disclosure.setExpanded(isExpanded, path.last.part)
    content.showDisclosed(of: component)
    if let focus = keyboard.path, focus.component == component.index, let index = focus.item,
      !component.geometry.shown.contains(index)
    {
      keyboard.put(on: path)
    }
    navigator.reveal(path, at: nil)
    outlet.tell(.expanded(item, at: path, isExpanded))
  }

  /// Shows a part that collapsed headers or rows hide.
  func uncover(_ path: ItemPath) {
    for count in 0...path.nested.count {
      var outer = path
      outer.nested = Array(path.nested.prefix(count))
      let component = outer.componentPath
      if isExpanded(component.part(.header)) == false {
        setExpanded(true, at: component.part(.header))
      }
      guard let outline = state(at: outer)?.outline else { continue }
      var (row, around) = (outer.last.item, [Int]())
      while let index = row, let parent = outline.parent(of: index) {
        around.append(parent)
        row = parent
      }
      for row in around.reversed() { setExpanded(true, at: component.item(row)) }
    }
  }

  /// Shows what a part can hide if it is hidden, and hides it otherwise.
  ///
  /// - Returns: Whether there is anything.
  @discardableResult
  func toggle(_ path: ItemPath) -> Bool {
    guard let isExpanded = isExpanded(path), scrollView.paths.isEnabled(path) else { return false }
    setExpanded(!isExpanded, at: path)
    return true
  }

  /// Does what Left and Right mean for a header, or for a row of a tree: Right shows what it can
  /// hide, or goes to the first row inside; Left hides it, or goes to the row around.
  ///
  /// - Returns: Whether the key means that at `path`.
  func move(from path: ItemPath, isInward: Bool, at now: Double) -> Bool {
    guard let state = state(at: path), scrollView.paths.isEnabled(path) else { return false }
    let isExpanded = state.isExpanded(path.last.part)
    guard isExpanded != nil || path.last.item != nil && !state.outline.isEmpty else { return false }
    keyboard.focus(path, at: now)
    if isExpanded == !isInward {
      setExpanded(isInward, at: path)
    } else if let index = path.last.item {
      let next = isInward ? isExpanded.map { _ in index + 1 } : state.outline.parent(of: index)
      if let next { keyboard.focus(path.componentPath.item(next), at: now) }
    }
    return true
  }
}
