/// The names of keys, as in scripts: `PageDown`, `Ctrl+R`, `Shift+Tab`.
package enum KeyName {
  private static let named: [String: Key] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "pageup": .pageUp,
    "pagedown": .pageDown, "home": .home, "end": .end, "return": .enter, "enter": .enter,
    "space": .space, "escape": .escape, "tab": .tab, "plus": .character("+"),
    "minus": .character("-"), "backspace": .backspace, "back": .back, "forward": .forward,
    "delete": .delete, "insert": .insert, "menu": .menu,
  ]

  package static let modifiers: [String: Modifiers] = [
    "ctrl": .control, "shift": .shift, "alt": .alt,
  ]

  /// The name that `parse` reads as the key and modifiers.
  package static func name(of key: Key, _ modifiers: Modifiers) -> String {
    let held = Self.modifiers.filter { modifiers.contains($0.value) }.keys.sorted()
    let name =
      switch key {
      case .function(let number): "f\(number)"
      case .character("+"): "plus"
      case .character(let character): String(character)
      case let key: named.filter { $0.value == key }.keys.min() ?? ""
      }
    return (held + [name]).joined(separator: "+")
  }

  /// - Returns: The key and its modifiers; nil for an unknown name. Case does not matter.
  package static func parse(_ name: String) -> (Key, Modifiers)? {
    var parts = name.split(separator: "+", omittingEmptySubsequences: true).map { $0.lowercased() }
    guard let last = parts.popLast() else { return name == "+" ? (.character("+"), []) : nil }
    var held: Modifiers = []
    for part in parts {
      guard let modifier = modifiers[part] else { return nil }
      held.insert(modifier)
    }
    return key(last).map { ($0, held) }
  }

  private static func key(_ name: String) -> Key? {
    if let key = named[name] { return key }
    if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...24).contains(number) {
      return .function(number)
    }
    return name.count == 1 ? name.first.map(Key.character) : nil
  }
}
