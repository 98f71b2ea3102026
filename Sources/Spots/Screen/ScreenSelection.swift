/// The selected items of each component of a screen.
///
///     controller.selection[ComponentPath(0)] = RangeSet(0..<10)
///     for range in controller.selection[ComponentPath(0)].ranges { print(range) }
///
/// How many can be selected is up to `Interaction.selection`.
@MainActor
public struct ScreenSelection {
  private let state: PresentationState

  init(_ state: PresentationState) {
    self.state = state
  }

  /// The indexes of the selected items of a component; empty when there are none.
  ///
  /// Setting them selects exactly these items of the component. Those that do not exist are ignored
  /// and, where only one item can be selected, so are all but the first. The delegate hears of it,
  /// but no item is activated.
  ///
  /// - Complexity: O(ranges), however many items are in them.
  public subscript(path: ComponentPath) -> RangeSet<Int> {
    get { state.selection.items(of: path) }
    nonmutating set { state.selection.set(newValue, of: path) }
  }

  /// Selects all items of a component in which several can be selected, except those that the
  /// values of other items hide, or that a filter leaves out.
  public func selectAll(in path: ComponentPath) {
    guard let model = state.scrollView.model(at: path), model.interaction.selection == .several
    else { return }
    self[path] = state.selection.shown(in: 0..<model.items.count, of: path)
  }
}
