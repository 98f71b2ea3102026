/// A command that means the same in every field, and the keys for it.
enum EditCommand {
  case selectAll, copy, cut, paste, undo, redo

  /// nil for keys that stand for none of them.
  init?(_ key: Key, _ modifiers: Modifiers) {
    let (shift, control) = (modifiers.contains(.shift), modifiers.contains(.control))
    guard !modifiers.contains(.alt) else { return nil }
    switch key {
    case .character("a") where control && !shift: self = .selectAll
    case .character("c") where control && !shift, .insert where control && !shift: self = .copy
    case .character("x") where control && !shift, .delete where shift: self = .cut
    case .character("v") where control, .insert where shift: self = .paste
    case .character("z") where control && !shift: self = .undo
    case .character("z") where control, .character("y") where control && !shift: self = .redo
    default: return nil
    }
  }
}

extension EditCommand {
  /// The words for it in a menu.
  private var title: Word {
    switch self {
    case .selectAll: .selectAll
    case .copy: .copy
    case .cut: .cut
    case .paste: .paste
    case .undo: .undo
    case .redo: .redo
    }
  }

  /// A menu of commands, of which some are possible now.
  @MainActor
  static func menu(
    _ commands: [EditCommand], _ words: Words, isPossible: (EditCommand) -> Bool,
    perform: @escaping (EditCommand) -> Void
  ) -> Menu {
    Menu(commands.map { Menu.Row(title: words[$0.title], isEnabled: isPossible($0)) }) {
      perform(commands[$0])
    }
  }
}
