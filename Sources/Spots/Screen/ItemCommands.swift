/// Does what users ask for with items: activates, selects, moves and deletes them, and opens their
/// menus.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ItemCommands {
  let editing: ItemEditing
  private let data: BoundData
  private let disclosure: Disclosure
  /// The item whose menu or question is open, or was the last time; nil when it is gone.
  private var menuPath: ItemPath?
  private let scrollView: SpotsScrollView
  private let selection: ScreenSelection
  private let answers: ScreenValues
  private let keyboard: KeyboardFocus
  private let popups: PopupLayer
  private let progress: ActionProgress
  private let announcements: Announcements
  private let outlet: ScreenOutlet

  init(
    _ editing: ItemEditing, _ data: BoundData, _ disclosure: Disclosure,
    _ scrollView: SpotsScrollView,
    _ selection: ScreenSelection, _ answers: ScreenValues, _ keyboard: KeyboardFocus,
    _ popups: PopupLayer,
    _ progress: ActionProgress, _ announcements: Announcements, _ outlet: ScreenOutlet
  ) {
    (self.editing, self.data, self.disclosure) = (editing, data, disclosure)
    (self.scrollView, self.selection) = (scrollView, selection)
    (self.answers, self.keyboard, self.popups) = (answers, keyboard, popups)
    (self.progress, self.announcements, self.outlet) = (progress, announcements, outlet)
  }

  /// Follows the content's change.
  ///
  /// - Returns: Whether the item that the pointer holds, if any, is still there.
  func follow(_ move: ContentMove) -> Bool {
    menuPath = menuPath.flatMap { move($0) }
    return editing.follow(move)
  }

  // MARK: Activating

  /// Activates a part as a key does: its main control, or else the part itself.
  func press(_ path: ItemPath) {
    let usable = scrollView.paths.usable(path)
    let mounted = scrollView.paths.component(of: usable)?.mounted(usable.last.part, inner: 0)?.item
    guard let mounted, let control = mounted.view.mainControl else { return activate(path) }
    if control.isEnabled, scrollView.paths.isEnabled(usable) { control.activate() }
  }

  /// Presses the main button of the screen.
  ///
  /// - Returns: Whether there is one that can be used.
  func pressMainButton() -> Bool {
    guard let path = answers.mainButton.path else { return false }
    if let item = scrollView.paths.item(at: path), item.kind == ItemAction.rowKind {
      send(MainButton.action(of: item), of: item, at: path)
    } else if !progress.contains(path) {
      press(path)
    }
    return true
  }

  /// Activates a part: selects an item, and sends its action. Headers and footers count only with
  /// an action, disabled items never.
  private func activate(_ path: ItemPath) {
    let path = scrollView.paths.usable(path)
    if path.last.item == nil, disclosure.toggle(path) { return }
    guard let item = scrollView.paths.item(at: path), path.last.item != nil || item.action != nil,
      scrollView.paths.isEnabled(path)
    else { return }
    defer { if item.action == nil { disclosure.toggle(path) } }
    if path.last.item != nil {
      switch selection.policy(at: path, of: item) {
      case .single: selection.set(path)
      case .several: if !selection.contains(path) { _ = selection.choose(path, .alone) }
      case .none where selection.policy(at: path) == .none || item.kind == ItemAction.rowKind:
        if item.action == nil { return }
      case .none, .released: break
      }
    }
    if item.action == nil, item.accessory == .menu { openActions(of: path) }
    send(item.action, of: item, at: path)
  }

  /// Carries out an action of an item, or asks first where its document wants that.
  ///
  /// - Parameter payload: Goes along with the action; nil for that of the item.
  func send(
    _ action: String?, _ payload: JSONValue? = nil, of item: Item, at path: ItemPath
  ) {
    outlet.needsFrame()
    if let action, answers.permits?(action) == false { return }
    guard let action, let question = Confirmation(before: action, of: item) else {
      return carryOut(action, payload, of: item, at: path)
    }
    menuPath = path
    let entry = item.actions.first { $0.action == action }
    let isDestructive = entry?.isDestructive ?? (item.input.emphasis == .destructive)
    let popup = ConfirmationPopup(
      question, isDestructive: isDestructive || entry?.emphasis == .destructive,
      scrollView.words
    ) { [weak self] isConfirmed in
      // The screen may have changed meanwhile.
      guard isConfirmed, let self, let path = menuPath, let item = scrollView.paths.item(at: path),
        Confirmation(before: action, of: item) == question
      else { return }
      carryOut(action, payload, of: item, at: path)
    }
    popups.open(popup, beside: .middle)
  }

  /// Carries out an action of an item if the screen itself understands it, or else tells the
  /// program that the item was selected.
  private func carryOut(
    _ action: String?, _ payload: JSONValue?, of item: Item, at path: ItemPath
  ) {
    outlet.needsFrame()
    var item = item
    item.action = action
    if let payload { item.input.payload = payload }
    if let action {
      // The handler of the action may depend on the values.
      answers.finish()
      if item.input.showsProgress, InputKind(of: item) == .button {
        progress.begin(path)
        outlet.perform(.statesChanged)
      }
      if answers.take(action, at: path) { return }
      if action == BoundData.remove { return editing.removeRow(of: path) }
      if let names = data.take(action, of: item, at: path) { return answers.forget(names) }
    }
    outlet.tell(.itemSelected(item, at: path))
  }

  // MARK: Menus

  private func actions(of path: ItemPath) -> [ItemAction] {
    ItemPermissions(scrollView: scrollView).actions(of: path)
  }

  /// Opens the menu of the part at a path, if it has one.
  ///
  /// - Parameter rect: The frame to place the menu beside, in the coordinates of input events.
  /// - Returns: Whether it has one.
  func openActions(of path: ItemPath, beside rect: Rect) -> Bool {
    let path = scrollView.paths.usable(path)
    let actions = actions(of: path)
    guard !actions.isEmpty else { return false }
    menuPath = path
    let rows = actions.map { Menu.Row(title: $0.name, isDestructive: $0.isDestructive) }
    let menu = Menu(rows, name: scrollView.paths.item(at: path)?.title ?? "") { [weak self] index in
      // The screen may have changed meanwhile.
      guard let self, let path = menuPath, self.actions(of: path) == actions else { return }
      perform(index, of: path)
    }
    popups.open(menu, beside: .rect(rect))
    outlet.needsFrame()
    return true
  }

  /// Opens the menu of a part beside the part.
  func openActions(of path: ItemPath) {
    guard let frame = scrollView.paths.contentFrame(of: path) else { return }
    _ = openActions(of: path, beside: frame.offsetBy(y: -scrollView.verticalScroll.offset))
  }

  /// Chooses one of the actions of a part: the same as a click on an item with the action, except
  /// that the selection stays as it is.
  func perform(_ index: Int, of path: ItemPath) {
    guard let item = scrollView.paths.item(at: path), item.actions.indices.contains(index) else {
      return
    }
    send(item.actions[index].action, item.actions[index].payload, of: item, at: path)
  }

  // MARK: Clicks and keys

  /// A part is clicked. Only one of two clicks activates it.
  func click(_ path: ItemPath, _ choice: SelectionChoice, activates: Bool) {
    let isChosen = choose(path, choice)
    if activates, !isChosen || choice == .alone { press(path) }
  }

  /// - Returns: Whether the item is enabled, and in a component where several can be selected.
  private func choose(_ path: ItemPath, _ choice: SelectionChoice) -> Bool {
    selection.choose(scrollView.paths.usable(path), choice)
  }

  private func selectAll(beside path: ItemPath) -> Bool {
    let component = path.componentPath
    guard path.last.item != nil, selection.selectAll(in: component) else { return false }
    announcements.add(scrollView.words(.selected, ["count": selection[component].indexCount]))
    return true
  }

  /// Selects, deletes or moves items with a key, where their component lets users do that.
  ///
  /// - Returns: Whether the key means that where the keyboard is.
  func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard let path = keyboard.path else { return false }
    if let item = path.last.item, let view = scrollView.paths.component(of: path)?.view(at: item),
      Self.selection(in: view)?.handle(key, modifiers) == true
    {
      outlet.needsFrame()
      return true
    }
    switch (key, modifiers) {
    case (.space, []):
      guard choose(path, .toggled) else { return false }
      keyboard.focus(path, at: now)
    case (.character("a"), .control):
      guard selectAll(beside: path) else { return false }
    case (.character("c"), .control), (.insert, .control): return copy(path)
    case (.up, .shift), (.down, .shift), (.left, .shift), (.right, .shift):
      return extendSelection(key, from: path, at: now)
    case (.left, []), (.right, []):
      guard disclosure.move(from: path, isInward: key == .right, at: now) else { return false }
    case (.menu, []), (.function(10), .shift):
      guard !actions(of: path).isEmpty else { return false }
      keyboard.focus(path, at: now)
      openActions(of: path)
    case (.delete, []):
      // So that the ring marks the item that takes its place.
      keyboard.mark()
      guard editing.delete(path) else { return false }
    case (.up, .alt), (.down, .alt):
      guard let place = editing.move(path, by: key == .up ? -1 : 1) else { return false }
      keyboard.focus(place, at: now)
    default: return false
    }
    outlet.needsFrame()
    return true
  }

  /// The selected text in a view; nil where nothing is selected.
  private static func selection(in view: View) -> SelectionArea? {
    if let area = view as? SelectionArea { return area.hasSelection ? area : nil }
    return view.subviews.lazy.compactMap { selection(in: $0) }.first
  }

  /// The most bytes of UTF-8 that are copied; what is in the item after them is left out.
  private static let mostCopied = 1 << 20

  /// Copies the texts of the selected items, or of the one at a path if it is not one of them: a
  /// line for each item, with tabs between its texts.
  ///
  /// - Returns: Whether there was anything to copy.
  private func copy(_ path: ItemPath) -> Bool {
    let component = path.componentPath
    guard let own = path.last.item, let model = scrollView.paths.model(at: component) else {
      return false
    }
    let selected = selection[component]
    let chosen = selected.contains(own) ? selected : RangeSet(own..<own + 1)
    var text = ""
    for index in chosen.ranges.joined() where text.utf8.count < Self.mostCopied {
      let item = model.items[index]
      let texts = [
        item.title, item.subtitle, item.meta.string("detail"), item.text, item.markdown,
      ]
      let line = texts.filter { !$0.isEmpty }.joined(separator: "\t")
      if !line.isEmpty { text += text.isEmpty ? line : "\n" + line }
    }
    guard !text.isEmpty else { return false }
    scrollView.environment?.clipboard.text = text
    return true
  }

  /// Moves the focus and selects all items up to there.
  ///
  /// - Returns: Whether several items can be selected here.
  private func extendSelection(_ key: Key, from path: ItemPath, at now: Double) -> Bool {
    guard let start = path.last.item else { return false }
    _ = keyboard.keyPressed(key, [], at: now)
    guard let end = keyboard.path, end.componentPath == path.componentPath else {
      return true
    }
    _ = choose(end, .extended(from: start))
    return true
  }
}
