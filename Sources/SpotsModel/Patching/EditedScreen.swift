/// A screen that is changed step by step, and the combined effect of all steps.
///
/// Indexes are those after the previous steps, and must exist; an insertion may be at the end.
package struct EditedScreen: Sendable {
  /// The screen after the steps so far.
  package private(set) var screen: Screen
  /// The steps that an index of identifiers has not followed yet.
  private(set) var steps: [EditStep] = []
  /// Whether the screen was replaced, so that nothing is known of its components.
  private var isReplaced = false
  /// Whether the title, the colors or other properties of the screen were changed.
  private var hasOtherProperties = false
  private var components: PositionMap
  /// The changes of items by the mark of their component; missing where none were changed.
  private var items: [Int: ItemEdits] = [:]
  /// The marks of the components that were changed.
  private var touched: Set<Int> = []

  package init(_ screen: Screen) {
    self.screen = screen
    components = PositionMap(count: screen.components.count)
  }

  // MARK: Items

  package mutating func insert(_ new: [Item], at index: Int, in component: Int) {
    guard !new.isEmpty else { return }
    note(component) { $0.insert(new.count, at: index) }
    screen.components[component].items.replaceSubrange(index..<index, with: new)
    steps.append(.inserted(new, at: index, in: component))
  }

  package mutating func remove(_ indexes: RangeSet<Int>, in component: Int) {
    guard !indexes.isEmpty else { return }
    note(component) { $0.remove(indexes) }
    // From the end, so that the indexes before stay what they are.
    for range in indexes.ranges.reversed() {
      screen.components[component].items.removeSubrange(range)
    }
    steps.append(.removed(indexes, in: component))
  }

  /// - Parameter destination: The item's index afterwards.
  package mutating func move(from source: Int, to destination: Int, in component: Int) {
    guard source != destination else { return }
    note(component) { $0.move(from: source, to: destination) }
    let item = screen.components[component].items.remove(at: source)
    screen.components[component].items.insert(item, at: destination)
    steps.append(.moved(from: source, to: destination, in: component))
  }

  package mutating func update(_ item: Item, at index: Int, in component: Int) {
    guard screen.components[component].items[index] != item else { return }
    note(component) { $0.update(at: index) }
    screen.components[component].items[index] = item
    steps.append(.updated(item, at: index, in: component))
  }

  package mutating func replaceItems(_ new: ItemList, in component: Int) {
    note(component) { $0.replace() }
    screen.components[component].items = new
    steps.append(.replacedItems(new, in: component))
  }

  private mutating func note(_ component: Int, _ edit: (inout ItemEdits) -> Void) {
    guard !isReplaced else { return }
    let mark = components.mark(of: component)
    touched.insert(mark)
    edit(&items[mark, default: ItemEdits(screen.components[component].items)])
  }

  // MARK: Components

  /// Changes a component, but none of its items.
  package mutating func update(exceptItems model: ComponentModel, at component: Int) {
    var model = model
    model.items = screen.components[component].items
    guard model != screen.components[component] else { return }
    note(component) { _ in }
    screen.components[component] = model
    steps.append(.changedAroundItems(model, in: component))
  }

  package mutating func insert(_ new: [ComponentModel], at index: Int) {
    guard !new.isEmpty else { return }
    changePlaces { $0.insert(new.count, at: index) }
    screen.components.insert(contentsOf: new, at: index)
    steps.append(.insertedComponents(new, at: index))
  }

  package mutating func removeComponent(at index: Int) {
    changePlaces { $0.remove(index..<index + 1) }
    screen.components.remove(at: index)
    steps.append(.removedComponent(at: index))
  }

  /// - Parameter destination: The component's index afterwards.
  package mutating func moveComponent(from source: Int, to destination: Int) {
    guard source != destination else { return }
    changePlaces { $0.move(from: source, to: destination) }
    screen.components.insert(screen.components.remove(at: source), at: destination)
    steps.append(.movedComponent(from: source, to: destination))
  }

  /// Follows a change of positions, which are no longer tracked once the screen is replaced.
  private mutating func changePlaces(_ change: (inout PositionMap) -> Void) {
    if !isReplaced { change(&components) }
  }

  // MARK: The whole screen

  /// Takes everything but the components from `other`.
  package mutating func setProperties(of other: Screen) {
    var (new, present) = (other, screen)
    (new.components, present.components) = ([], [])
    guard new != present else { return }
    hasOtherProperties = true
    new.components = screen.components
    screen = new
  }

  package mutating func replace(_ new: Screen) {
    screen = new
    isReplaced = true
    steps = [.replaced]
  }

  /// Forgets the steps so far, which an index has followed.
  mutating func forgetSteps() { steps.removeAll(keepingCapacity: true) }

  // MARK: The outcome

  /// The effect of all steps together.
  package enum Outcome {
    /// Any components may have changed.
    case anything
    /// Each component is known to have been kept, changed, moved or removed.
    case known(Known)
  }

  /// Components by their new index.
  package struct Known {
    /// For every component, the index it had; nil for one that is new.
    package var origins: [Int?]
    /// The components that were changed.
    package var touched: Set<Int>
    /// How their items changed; missing where the lists have to be compared.
    package var diffs: [Int: ItemDiff]
    /// Whether anything changed.
    package var isChange: Bool
  }

  package var outcome: Outcome {
    if isReplaced { return .anything }
    let isChange = !touched.isEmpty || !components.isUnchanged || hasOtherProperties
    var known = Known(
      origins: components.origins, touched: [], diffs: [:], isChange: isChange)
    for mark in touched where mark < components.oldCount {
      guard let index = components.index(of: mark) else { continue }
      known.touched.insert(index)
      known.diffs[index] = items[mark]?.diff(to: screen.components[index].items)
    }
    return .known(known)
  }

  /// The number that identifies a component wherever it goes.
  package func mark(ofComponent index: Int) -> Int {
    isReplaced ? index : components.mark(of: index)
  }

  /// The index of the component with a mark; nil when it is gone.
  package func index(ofComponent mark: Int) -> Int? {
    isReplaced ? mark : components.index(of: mark)
  }
}

/// A step that an index of identifiers follows.
enum EditStep: Sendable {
  case inserted([Item], at: Int, in: Int)
  case removed(RangeSet<Int>, in: Int)
  case moved(from: Int, to: Int, in: Int)
  case updated(Item, at: Int, in: Int)
  case replacedItems(ItemList, in: Int)
  case changedAroundItems(ComponentModel, in: Int)
  case insertedComponents([ComponentModel], at: Int)
  case removedComponent(at: Int)
  case movedComponent(from: Int, to: Int)
  case replaced
}
