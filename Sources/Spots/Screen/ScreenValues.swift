/// The values that the items of a screen have, by name.
///
/// A value is what the user, or a program, gave the item, or else what the document says. See
/// `Item.valueName` for the name, and `ScreenForm` for values that are known by their types.
///
///     controller.values["wifi"] = true
///     let answers = controller.values.all
@MainActor
public struct ScreenValues {
  let state: PresentationState

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
      state.answers.set(newValue ?? item.documentValue ?? .null, of: item, at: path)
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

  /// As `answers`, without secrets.
  package var openAnswers: [String: JSONValue] {
    let secret = secretNames
    return answers.filter { !secret.contains($0.key) }
  }

  /// The names of values that nobody but the user may know.
  package var secretNames: Set<String> {
    Set(state.values.inputs.lazy.filter { $0.item.input.inputType == .secret }.map(\.name))
  }

  /// Gives every item the document's value.
  public func reset() { state.answers.reset() }

  // MARK: Keeping

  /// The key under which what users give is kept from one run of the program to the next, if the
  /// screen's `keepsValues` asks for it; nil keeps nothing. The environment's
  /// ``SpotsViews/Environment/valueStore`` keeps it, within a second.
  ///
  /// Setting the key restores what was kept under it.
  public var key: String? {
    get { state.answers.keeping.key }
    nonmutating set { state.answers.keeping.key = newValue }
  }

  /// Keeps at once what has not been kept yet, as before a program ends.
  public func keep() { state.answers.keeping.keep() }

  /// The values users gave, without secrets.
  public var kept: KeptValues { state.values.kept(secrets: false) }

  /// The values users gave, secrets included.
  package var given: KeptValues { state.values.kept(secrets: true) }

  /// Gives items what users gave them before, except where the document's own value is another by
  /// now, or users have given one since.
  public func restore(_ kept: KeptValues) { state.answers.restore(kept) }

  private func item(named name: String) -> (item: Item, path: ItemPath)? {
    guard let path = state.values.path(named: name), let item = state.scrollView.item(at: path)
    else {
      return nil
    }
    return (item, path)
  }
}
