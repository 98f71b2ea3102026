/// What users gave screens that others have replaced, for when these are shown again.
struct LeftValues {
  private struct Value {
    let entered: EnteredValue
    /// The title that the item had.
    let title: String
  }

  /// By the screens' identifiers and the names of the values; those of screens without an
  /// identifier are together.
  private var screens: [String: [String: Value]] = [:]

  /// The most screens without which none is forgotten.
  private static let mostScreens = 100

  /// Sets aside what users gave `screen`.
  mutating func leave(
    _ screen: Screen, _ inputs: [InputSearch.Input], entered: (String) -> EnteredValue?
  ) {
    let key = screen.identifier ?? ""
    if screens.count >= Self.mostScreens, screens[key] == nil { screens.removeAll() }
    for input in inputs {
      guard let value = entered(input.name) else { continue }
      screens[key, default: [:]][input.name] = Value(entered: value, title: input.item.title)
    }
  }

  /// Whether anything of `screen` was set aside.
  func has(_ screen: Screen) -> Bool { screens[screen.identifier ?? ""] != nil }

  /// What an item of `screen` had, if the document's value and the title are the same as then; else
  /// nil.
  func value(of input: InputSearch.Input, on screen: Screen, hidesSecrets: Bool) -> EnteredValue? {
    let item = input.item
    guard let old = screens[screen.identifier ?? ""]?[input.name],
      old.entered.base == item.documentValue, old.title == item.title,
      old.entered.mayBe(of: item, hidesSecrets: hidesSecrets)
    else { return nil }
    return EnteredValue(old.entered.value, insteadOf: old.entered.base, item, at: input.path)
  }
}
