/// The button of a form that users press when they have answered.
@MainActor
struct MainButton {
  let values: InputValues
  let scrollView: SpotsScrollView

  /// The one button that submits the answers, or else the one primary button, if it can be used;
  /// nil where there are none or several. Long lists are not forms, and are not searched.
  var path: ItemPath? {
    var (submitting, primary) = ([ItemPath](), [ItemPath]())
    var rest = Self.longestForm
    ItemWalk.visit(values.document) { item, path in
      rest -= 1
      guard InputKind(of: item) == .button || item.kind == ItemAction.rowKind,
        scrollView.paths.isEnabled(path), values.isShown(item)
      else { return rest > 0 }
      var buttons = item.actions.map { ($0.action, $0.emphasis) }
      if item.kind != ItemAction.rowKind {
        buttons = item.action.map { [($0, item.input.emphasis)] } ?? []
      }
      for (action, emphasis) in buttons {
        if ItemAction.submits(action) { submitting.append(path) }
        if emphasis == .primary { primary.append(path) }
      }
      return rest > 0
    }
    if submitting.count == 1 { return submitting[0] }
    return submitting.isEmpty && primary.count == 1 ? primary[0] : nil
  }

  /// Its action, if it is one of a row of buttons.
  static func action(of row: Item) -> String? {
    row.actions.first { ItemAction.submits($0.action) || $0.emphasis == .primary }?.action
  }

  /// The most items that are searched for a button.
  private static let longestForm = 10_000
}
