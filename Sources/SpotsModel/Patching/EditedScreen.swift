/// A screen that is changed step by step, and the log of the steps, from which the difference to
/// the first version, the places of identifiers and all that follows them are derived.
///
/// Indexes are those after the previous steps, and must exist; an insertion may be at the end.
/// A change inside a composite item is made in place, and logged as a change of that item.
package struct EditedScreen: Sendable {
  /// The screen after the steps so far, as its document says it: with holes, if it has data.
  package private(set) var screen: Screen
  private let old: Screen
  /// The data and the screen that is shown before the steps; nil without data.
  private let binding: ScreenBinding?
  /// The rows that keep their places.
  private var held: HeldRows?
  /// The data after the steps; nil while they have not changed it.
  private var newData: ScreenData?
  /// The answers on which the screen depends after the steps; nil while they are as before.
  private var newValues: [String: JSONValue]?
  /// A binding whose rows have been chosen and sorted meanwhile; nil for none.
  private var ordered: ScreenBinding?
  private(set) var log: [ScreenStep] = []
  /// How many of the steps an index of identifiers has followed.
  var followed = 0

  /// - Parameters:
  ///   - binding: What the screen is bound to, if it has data.
  ///   - held: The rows that keep their places; nil for those that do already.
  package init(_ screen: Screen, _ binding: ScreenBinding? = nil, held: HeldRows? = nil) {
    (self.screen, old) = (binding?.source ?? screen, binding?.source ?? screen)
    (self.binding, self.held) = (binding, held)
  }

  /// The effect of all steps together on what is shown.
  ///
  /// - Parameter reader: Reads the items that are made of data.
  package func result(
    _ reader: ScreenReader
  ) -> (screen: Screen, binding: ScreenBinding?, diff: ScreenDiff) {
    guard !log.isEmpty || isRefilled else {
      return (binding?.screen ?? screen, binding, ScreenDiff(from: old, to: old, []))
    }
    // Places are those before the rows were ordered.
    let known = held == nil || ordered?.held == held ? ordered : nil
    let bound = ScreenBinding(
      screen, data: data, values: newValues ?? binding?.values, held: known == nil ? held : nil,
      reader: reader, after: known ?? binding)
    let (before, after) = (binding?.screen ?? old, bound?.screen ?? screen)
    var log = log
    if let bound { log += bound.filledAgain(after: log.isEmpty ? binding : nil) }
    return (after, bound, ScreenDiff(from: before, to: after, log))
  }

  // MARK: Data

  /// Whether holes are filled again, which need not make a difference yet.
  package var isRefilled: Bool { newData != nil || newValues != nil || ordered != nil }
  /// Whether the screen has data.
  package var isBound: Bool { newData != nil || binding != nil || screen.data != nil }

  /// The data after the steps so far; nil for a screen without data.
  package var data: ScreenData? { newData ?? ScreenData(of: screen, after: binding) }

  /// Shows rows in the order that has been found for them, as far as they are still the same.
  package mutating func adopt(_ ordered: ScreenBinding) { self.ordered = ordered }

  /// Fills the holes again with other answers.
  package mutating func replaceValues(_ values: [String: JSONValue]) { newValues = values }

  /// Follows the source of the data to a new version.
  package mutating func load(_ data: DataValue) {
    newData = self.data ?? ScreenData(data)
    newData?.load(data)
  }

  /// Takes over the data of another screen.
  package mutating func share(_ data: ScreenData) { newData = data }

  /// Puts the rows of the array with a pointer where they belong, although the user is there.
  package mutating func letRowsGo(of array: String) {
    for rule in held?.keys.filter({ $0.each == array }) ?? [] { held?[rule] = nil }
  }

  /// Changes the data of a screen that has some.
  mutating func editData(
    _ edit: (inout DataValue) throws(PointerFault) -> Void
  ) throws(PointerFault) {
    try changeData { data throws(PointerFault) in try data.change(edit) }
  }

  /// Gives a place in the data the value that the user has chosen.
  ///
  /// - Parameter member: The name of a member of the object there; nil for the value itself.
  package mutating func write(
    _ value: JSONValue, of member: String? = nil, at pointer: String
  ) throws {
    var pointer = try JSONPointer(pointer)
    if let member { pointer.tokens.append(member) }
    let lists = screen.components.map(\.rows)
    try changeData { data throws(PointerFault) in
      try data.write(value, at: pointer, lists: lists)
    }
  }

  /// Follows changes of rows that a program keeps.
  package mutating func follow(_ changes: [RowChange], at pointer: String) throws {
    let pointer = try JSONPointer(pointer)
    try changeData { data throws(PointerFault) in try data.follow(changes, at: pointer) }
  }

  private mutating func changeData(
    _ edit: (inout ScreenData) throws(PointerFault) -> Void
  ) throws(PointerFault) {
    guard var data else { throw PointerFault("the screen has no data") }
    newData = ScreenData(.null)
    defer { newData = data }
    try edit(&data)
  }

  /// The component at `path`, which must exist.
  package func component(at path: PartPath) -> ComponentModel {
    screen.components.component(at: path.steps[...]) ?? ComponentModel()
  }

  // MARK: Items

  /// The items of a component, as they are shown.
  package func items(in path: PartPath) -> ItemList {
    rowItems(in: path) ?? component(at: path).items
  }

  /// The items that a component has for rows; nil where they are written out.
  private func rowItems(in path: PartPath) -> ItemList? {
    guard binding != nil || newData != nil else { return nil }
    let source = screen.components.component(at: path.steps[...])
    // The document has a template for the inside of a row, but not the items made from it.
    guard source == nil || source?.rows.each != nil else { return nil }
    return bound?.screen.components.component(at: path.steps[...])?.items
  }

  /// The screen with its data, as it is after the steps so far; nil for one without.
  private var bound: ScreenBinding? {
    newData == nil && log.isEmpty
      ? binding
      : ScreenBinding(screen, data: newData, held: held, reader: ScreenReader(), after: binding)
  }

  /// Removes or moves the rows of a component's items.
  ///
  /// - Returns: Whether it has rows, rather than items that are written out.
  private mutating func make(_ edit: ListEdit, onRowsOf path: PartPath) -> Bool {
    guard let items = rowItems(in: path) else { return false }
    guard path.steps.count == 1 else {
      make(edit, onRowsInside: path)
      return true
    }
    guard let pointer = screen.components[path.last].rows.each.flatMap(JSONPointer.read) else {
      return false
    }
    // Moving is about the place itself.
    if case .move = edit { held?[screen.components[path.last].rows] = nil }
    do throws(PointerFault) {
      try editData { data throws(PointerFault) in
        guard case .rows(var rows)? = data[pointer: pointer.tokens[...]] else { return }
        switch edit {
        case .remove(let indexes):
          let places = indexes.indexes.compactMap { items.piece(at: $0).row }
          for place in places.sorted(by: >) {
            rows.replaceSubrange(place..<place + 1, with: RowList())
          }
        case .move(let source, let destination):
          guard let from = items.piece(at: source).row, let to = items.piece(at: destination).row
          else { return }
          let moved = rows[from..<from + 1]
          rows.replaceSubrange(from..<from + 1, with: RowList())
          rows.replaceSubrange(to..<to, with: moved)
        case .insert, .update, .reload, .replace: return
        }
        try data.replaceRows(rows, at: pointer.tokens[...])
      }
    } catch {
      // The rows were there when the items were made of them.
      return true
    }
    return true
  }

  /// Removes or moves rows of a component inside an item. Items that are written out in the
  /// template of a row stay as they are.
  private mutating func make(_ edit: ListEdit, onRowsInside path: PartPath) {
    guard let bound else { return }
    let component = ComponentPath(path)
    let around = component.parent.flatMap(bound.rowPointer)
    func place(_ index: Int) -> JSONPointer? {
      guard let pointer = bound.rowPointer(of: component.item(index)), pointer != around else {
        return nil
      }
      return JSONPointer.read(pointer)
    }
    do throws(PointerFault) {
      try editData { data throws(PointerFault) in try data.make(edit, onRowsAt: place) }
    } catch {
      // The rows were there when the items were made of them.
      return
    }
  }

  /// Decodes the item of the screen that has the part at `path`, as far as there is one, for the
  /// steps that follow.
  mutating func keepInMemory(_ path: PartPath) {
    guard path.steps.count > 1, screen.components.indices.contains(path.steps[0]),
      screen.components[path.steps[0]].items.indices.contains(path.steps[1])
    else { return }
    screen.components[path.steps[0]].items.keepInMemory(path.steps[1])
  }

  /// Inserts items before the one at `path`.
  package mutating func insert(_ new: [Item], at path: PartPath) {
    guard !new.isEmpty else { return }
    change(path.parent) { $0.items.replaceSubrange(path.last..<path.last, with: new) }
    note(.insert(new.count, at: path.last), in: path.parent)
  }

  /// Replaces the item, header or footer at `path`.
  ///
  /// - Parameter keepsList: Whether its components stay those of the present item.
  package mutating func update(_ item: Item, at path: PartPath, keepsList: Bool = false) {
    var isChange = false
    change(path.parent) { component in
      component.change(path.last) { present in
        var item = item
        if keepsList { item.children = present.children }
        isChange = item != present
        if isChange { present = item }
      }
    }
    if isChange { note(.update(path.last), in: path.isEdge ? path : path.parent) }
  }

  /// Replaces all items of the component at `path`.
  package mutating func replaceItems(_ new: ItemList, in path: PartPath) {
    change(path) { $0.items = new }
    note(.replace(new.count), in: path)
  }

  /// Follows a change of what the items of a component are made from at each access.
  ///
  /// - Parameter changed: The indexes, among those of `old`, of items that differ.
  package mutating func replace(
    _ old: any LazyItems, with new: any LazyItems, changed: [Int], in path: PartPath
  ) {
    var places: [Int] = []
    change(path) { places = $0.items.replace(old, with: new, changed: changed) }
    for place in places { note(.update(place), in: path) }
  }

  /// Configures the views of items again; nil stands for all, the header and the footer.
  package mutating func reload(_ items: [Int]?, in path: PartPath) {
    note(.reload(items ?? [path.last]), in: items == nil ? path.parent : path)
  }

  // MARK: Components

  /// Inserts components before the one at `path`.
  package mutating func insert(_ new: [ComponentModel], at path: PartPath) {
    guard !new.isEmpty else { return }
    screen.components.change(path.parent.steps[...]) { $0.insert(contentsOf: new, at: path.last) }
    note(.insert(new.count, at: path.last), in: path.parent)
  }

  /// Replaces the component at `path`.
  ///
  /// - Parameter keepsList: Whether its items stay those of the present component.
  package mutating func update(
    _ model: ComponentModel, at path: PartPath, keepsList: Bool = false
  ) {
    var isChange = false
    change(path) { component in
      var model = model
      model.items = component.items
      isChange = model != component
      if isChange { component = model }
    }
    if isChange { note(.update(path.last), in: path.parent) }
    if !keepsList { replaceItems(model.items, in: path) }
  }

  // MARK: Items and components

  /// Removes elements of the list of a part: the items of a component, or the components of the
  /// screen or of an item.
  package mutating func remove(_ indexes: RangeSet<Int>, in list: PartPath) {
    guard !indexes.isEmpty, !make(.remove(indexes), onRowsOf: list) else { return }
    make(.remove(indexes), in: list)
  }

  /// Moves an element of the list of a part.
  ///
  /// - Parameter destination: The element's index afterwards.
  package mutating func move(from source: Int, to destination: Int, in list: PartPath) {
    let edit = ListEdit.move(from: source, to: destination)
    guard source != destination, !make(edit, onRowsOf: list) else { return }
    make(edit, in: list)
  }

  private mutating func make(_ edit: ListEdit, in list: PartPath) {
    if list.isComponent {
      change(list) { $0.items.make(edit) }
    } else {
      screen.components.change(list.steps[...]) { $0.make(edit) }
    }
    note(edit, in: list)
  }

  private mutating func change(_ path: PartPath, _ body: (inout ComponentModel) -> Void) {
    screen.components.change(path.parent.steps[...]) { body(&$0[path.last]) }
  }

  /// - Parameter list: The path of the part whose list is edited; an edge stands for itself.
  private mutating func note(_ edit: ListEdit, in list: PartPath) {
    let steps = list.steps
    let step: ScreenStep =
      switch steps.count {
      case 0: .components(edit)
      case 1: .items(edit, in: steps[0])
      case _ where steps[1] < 0: .components(.update(steps[0]))
      default: .items(.update(steps[1]), in: steps[0])
      }
    // Thousands of changes inside one item are one.
    if case .items(.update, _) = step, followed < log.count, log.last == step { return }
    log.append(step)
  }

  // MARK: The whole screen

  /// Takes everything but the components from `other`.
  package mutating func setProperties(of other: Screen) {
    var (new, present) = (other, screen)
    (new.components, present.components) = ([], [])
    guard new != present else { return }
    new.components = screen.components
    screen = new
    log.append(.properties)
  }

  /// - Parameter isAnother: Whether it is another screen rather than a version of this one: nothing
  ///   that was changed in the data of this one is kept.
  package mutating func replace(_ new: Screen, isAnother: Bool = false) {
    screen = new
    if isAnother { newData = ScreenData(of: new, after: nil) }
    log.append(.replaced(new.components.count))
  }
}

extension Screen {
  /// The number of elements in the list of a part; 0 when there is no such part.
  func count(of list: PartPath) -> Int {
    let steps = list.steps[...]
    if list.isComponent { return components.component(at: steps)?.items.count ?? 0 }
    return steps.isEmpty ? components.count : components.item(at: steps)?.children.count ?? 0
  }
}

extension [ComponentModel] {
  /// Changes the components inside the item at a path in place, or these for an empty path.
  fileprivate mutating func change(
    _ steps: ArraySlice<Int>, _ body: (inout [ComponentModel]) -> Void
  ) {
    guard let first = steps.first else { return body(&self) }
    self[first].change(steps[steps.startIndex + 1]) {
      $0.children.change(steps.dropFirst(2), body)
    }
  }

  /// The item, header or footer at a path; nil when there is none.
  func item(at steps: ArraySlice<Int>) -> Item? {
    guard let component = component(at: steps.dropLast()), let step = steps.last else { return nil }
    return component.part(ItemPath.Part(step: step))
  }

  /// The component at a path; nil when there is none.
  func component(at steps: ArraySlice<Int>) -> ComponentModel? {
    guard let last = steps.last else { return nil }
    let list = steps.count == 1 ? self : item(at: steps.dropLast())?.children ?? []
    return list.indices.contains(last) ? list[last] : nil
  }
}

extension ComponentModel {
  /// Changes an item in place, or a header or footer that is there.
  fileprivate mutating func change(_ step: Int, _ body: (inout Item) -> Void) {
    guard step < 0 else { return body(&items[step]) }
    guard var edge = part(ItemPath.Part(step: step)) else { return }
    body(&edge)
    if step == PartPath.header { header = edge } else { footer = edge }
  }
}

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
  /// Removes or moves elements.
  fileprivate mutating func make(_ edit: ListEdit) {
    switch edit {
    case .remove(let indexes):
      // From the end, so that the indexes before stay what they are.
      for range in indexes.ranges.reversed() { removeSubrange(range) }
    case .move(let source, let destination): insert(remove(at: source), at: destination)
    case .insert, .update, .reload, .replace: return
    }
  }
}
