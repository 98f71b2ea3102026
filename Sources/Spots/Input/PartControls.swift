/// The views of the parts of a screen, and the controls in them that can have the keyboard.
@MainActor
struct PartControls {
  let scrollView: SpotsScrollView

  /// The view of a part; nil while it has none.
  func view(of path: ItemPath) -> (any ItemConfigurable)? {
    scrollView.paths.component(of: path)?.mounted(path.last.part, inner: 0)?.item.view
  }

  /// The controls of a part's view that can have the keyboard separately from the part; none when
  /// the part is disabled.
  func controls(of path: ItemPath) -> [Control] {
    guard scrollView.paths.isUsable(path), let view = view(of: path) else { return [] }
    let main = view.mainControl
    return view.controls.filter { $0 !== main && !$0.isPart }
  }

  /// The index of the field in a view of one's own that takes the typed answer of its item; nil for
  /// any other part.
  func field(of path: ItemPath) -> Int? {
    guard scrollView.paths.item(at: path).flatMap(InputKind.init(of:))?.isTyped == true,
      view(of: path)?.mainControl == nil
    else { return nil }
    return controls(of: path).firstIndex { $0 is FieldControl }
  }

  /// The index of the first control of the header of a table; nil for a header that a click
  /// activates, and for any other part.
  func firstTitle(of path: ItemPath) -> Int? {
    guard path.last.part == .header, scrollView.paths.item(at: path)?.action == nil,
      scrollView.paths.component(of: path)?.content.columns?.sortsByTitles == true
    else { return nil }
    return 0
  }
}
