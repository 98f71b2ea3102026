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
  /// - Complexity: O(*n*) in all items of the screen, which are read if they have not been yet.
  public subscript(name: String) -> JSONValue? {
    get { item(named: name).flatMap { state.values.value(of: $0.item) } }
    nonmutating set {
      guard let (item, path) = item(named: name) else { return }
      state.setValue(newValue ?? item.documentValue ?? .null, of: item, at: path)
    }
  }

  /// All values. Where several items share a name, they share its value.
  ///
  /// - Complexity: O(*n*) in all items of the screen, which are read if they have not been yet.
  public var all: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    state.values.document.visitInputs { item, name, _ in
      if values[name] == nil { values[name] = state.values.value(of: item) }
      return true
    }
    return values
  }

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
