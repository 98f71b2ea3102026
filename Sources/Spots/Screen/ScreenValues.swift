/// The values that the items of a screen have, by name.
///
/// A value is what the user, or a program, gave the item, or else what the document says. See
/// `Item.valueName` for the name.
///
///     controller.values["wifi"] = true
///     let answers = controller.values.all
@MainActor
public struct ScreenValues {
  private let state: PresentationState

  init(_ state: PresentationState) {
    self.state = state
  }

  /// The value with a name; nil when no item has one. Setting it has the effect of a user's change,
  /// and none where no item has the name; setting nil gives the item the document's value again.
  ///
  /// - Complexity: O(*n*) in all items of the screen.
  public subscript(name: String) -> JSONValue? {
    get { item(named: name).flatMap { state.values.value(of: $0.item) } }
    nonmutating set {
      guard let (item, path) = item(named: name) else { return }
      state.setValue(newValue ?? item.documentValue ?? .null, of: item, at: path)
    }
  }

  /// All values. Where several items share a name, they share its value.
  ///
  /// - Complexity: O(*n*) in all items of the screen, once for each change of the content; in the
  ///   items that have a value from then on.
  public var all: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for input in state.values.inputs where values[input.name] == nil {
      values[input.name] = state.values.value(of: input.item)
    }
    return values
  }

  /// The values of the items that are there, as far as that depends on other values: those that are
  /// submitted.
  ///
  /// - Complexity: That of `all`.
  public var answers: [String: JSONValue] { state.values.answers }

  /// Gives every item the document's value.
  public func reset() { state.valuesDidChange(state.values.reset()) }

  private func item(named name: String) -> (item: Item, path: ItemPath)? {
    guard let path = state.values.path(named: name), let item = state.scrollView.item(at: path)
    else {
      return nil
    }
    return (item, path)
  }
}
