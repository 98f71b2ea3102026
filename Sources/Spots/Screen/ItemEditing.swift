/// The deleting and moving of items by users, in components that allow it.
///
/// The screen itself changes if the component is editable; otherwise only the program is told.
/// While the pointer holds an item, the screen shows it where it would go: a change that is not
/// reported, and that is undone before any other change is made.
///
/// Owned by the presentation state; lives as long as it does.
@MainActor
final class ItemEditing {
  /// The item that the pointer holds.
  private struct Held {
    var component: ComponentPath
    /// Its index in the content, without this change.
    var origin: Int
    /// Its index as it is shown.
    var place: Int
    /// The pointer of its row in the data, without this change; nil for none.
    var row: String?
  }

  private var held: Held?
  /// Whether the change being made comes from this object.
  private var isChanging = false
  private let content: ScreenContent
  private let scrollView: SpotsScrollView
  private let selection: ScreenSelection
  private let announcements: Announcements
  private let data: BoundData
  private let outlet: ScreenOutlet

  init(
    _ content: ScreenContent, _ scrollView: SpotsScrollView, _ selection: ScreenSelection,
    _ announcements: Announcements, _ data: BoundData, _ outlet: ScreenOutlet
  ) {
    (self.content, self.scrollView, self.selection) = (content, scrollView, selection)
    (self.announcements, self.data, self.outlet) = (announcements, data, outlet)
  }

  private func model(at path: ItemPath) -> ComponentModel? {
    scrollView.paths.model(at: path.componentPath)
  }

  // MARK: Keys

  /// Deletes an item, or all selected ones if it is one of several; never one that is not shown.
  ///
  /// - Returns: Whether users may delete it.
  func delete(_ path: ItemPath) -> Bool {
    guard let item = path.last.item, let model = model(at: path), model.interaction.isDeletable,
      scrollView.paths.isUsable(path)
    else { return false }
    let component = path.componentPath
    var items = RangeSet(item..<item + 1)
    if model.interaction.selection == .several, selection.contains(path) {
      items = selection[component]
        .intersection(selection.shown(in: 0..<model.items.count, of: component))
    }
    // The rows inside one are deleted with it.
    if let outline = scrollView.paths.component(of: path)?.content.disclosure.outline {
      for index in items.indexes { items.insert(contentsOf: outline.items(inside: index)) }
    }
    if model.interaction.isEditable {
      let gone = items.indexes.compactMap { data.rowPointer(of: component.item($0)) }
      change(component) { edit throws(ChangeError) in try edit.delete(at: items) }
      data.tellRemoval(of: gone)
      announcements.add(scrollView.words(.deleted, ["count": items.indexCount]))
    }
    outlet.tell(.itemsDeleted(items, from: model.items, of: component))
    return true
  }

  /// Removes the row of data that a part is made of, or is inside of, as its action asks.
  func removeRow(of path: ItemPath) {
    let models = sequence(first: path) { $0.componentPath.parent }.map { ($0, model(at: $0)) }
    guard let row = data.removeRow(of: path), let item = row.last.item,
      let items = models.first(where: { $0.0 == row })?.1?.items
    else { return }
    announcements.add(scrollView.words(.deleted, ["count": 1]))
    outlet.tell(.itemsDeleted(RangeSet(item..<item + 1), from: items, of: row.componentPath))
  }

  /// Moves an item by `distance` places.
  ///
  /// - Returns: Its path afterward, unchanged if there is no such place or the component is not
  ///   editable; nil if users may not move it.
  func move(_ path: ItemPath, by distance: Int) -> ItemPath? {
    guard ItemPermissions(scrollView: scrollView).mayMove(path),
      let model = model(at: path), let source = path.last.item
    else { return nil }
    let component = path.componentPath
    let destination = source + distance
    guard model.items.indices.contains(destination) else { return path }
    if model.interaction.isEditable {
      let row = data.rowPointer(of: path)
      change(component) { edit throws(ChangeError) in
        try edit.move(from: source, to: destination)
      }
      data.tellMove(from: row, to: data.rowPointer(of: component.item(destination)))
    }
    tell(component, from: source, to: destination, model.items[source])
    return model.interaction.isEditable ? component.item(destination) : path
  }

  private func tell(_ component: ComponentPath, from source: Int, to place: Int, _ item: Item) {
    if let model = model(at: component.item(place)), model.interaction.isEditable {
      announcements.add(
        scrollView.words(.placeOf, ["place": place + 1, "total": model.items.count]))
    }
    outlet.tell(.itemMoved(item, from: component.item(source), to: place))
  }

  // MARK: The pointer

  /// The pointer takes an item.
  func hold(_ path: ItemPath) {
    guard let item = path.last.item else { return }
    held = Held(
      component: path.componentPath, origin: item, place: item, row: data.rowPointer(of: path))
  }

  /// Shows the item that the pointer holds at another place.
  func show(at place: Int) {
    guard let held, held.place != place else { return }
    change(held.component, isProvisional: true) { edit throws(ChangeError) in
      try edit.move(from: held.place, to: place)
    }
    self.held?.place = place
  }

  /// The pointer lets go of the item: it is moved, or it goes back to where it was.
  func letGo(isMoved: Bool) {
    guard let held else { return }
    let (component, place) = (held.component, held.place)
    guard isMoved, place != held.origin, let item = scrollView.paths.item(at: component.item(place))
    else {
      withdraw()
      self.held = nil
      return
    }
    if scrollView.paths.model(at: component)?.interaction.isEditable == true {
      self.held = nil
      outlet.tell(.contentChanged)
      data.tellMove(from: held.row, to: data.rowPointer(of: component.item(place)))
    } else {
      withdraw()
      self.held = nil
    }
    tell(component, from: held.origin, to: place, item)
  }

  /// Takes back what is shown provisionally, before another change is made.
  func withdraw() {
    if !isChanging, let held { show(at: held.origin) }
  }

  /// Follows the content's change.
  ///
  /// - Returns: Whether the item that the pointer holds, if any, is still there.
  func follow(_ move: ContentMove) -> Bool {
    guard !isChanging, let held else { return true }
    let path = move(held.component.item(held.place))
    self.held = path.flatMap { path in
      path.last.item.map {
        Held(
          component: path.componentPath, origin: $0, place: $0, row: data.rowPointer(of: path))
      }
    }
    return self.held != nil
  }

  private func change(
    _ component: ComponentPath, isProvisional: Bool = false,
    _ body: (ComponentEdit) throws(ChangeError) -> Void
  ) {
    isChanging = true
    defer { isChanging = false }
    _ = content.change(animation: .automatic) { edit in
      edit.keepsOffset = true
      edit.isProvisional = isProvisional
      do throws(ChangeError) {
        try body(edit.component(at: component))
      } catch {
        assertionFailure("what users move or delete is there, but \(error)")
      }
    }
  }
}
