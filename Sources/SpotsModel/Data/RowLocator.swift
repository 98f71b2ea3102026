/// Finds the row of the data that a part of a screen was made of.
struct RowLocator {
  private let binding: ScreenBinding
  private var scope: DataScope
  /// The nearest row on the way so far; nil for none.
  private(set) var pointer: String?

  private init(_ binding: ScreenBinding) {
    self.binding = binding
    scope = binding.scope
  }

  /// The JSON pointer, in the data, of the row that the part at `path` is made of, or is inside of;
  /// nil for others.
  ///
  /// - Complexity: O(*n* log *n*) in the rows inside a row, if they are on the way.
  static func pointer(of path: ItemPath, in binding: ScreenBinding) -> String? {
    var locator = RowLocator(binding)
    locator.follow(path.steps[...], binding.source.components, binding.screen.components)
    return locator.pointer
  }

  /// - Parameters:
  ///   - source: Components as the document says them.
  ///   - shown: The same as they are shown.
  private mutating func follow(
    _ steps: ArraySlice<ItemPath.Step>, _ source: [ComponentModel], _ shown: [ComponentModel]
  ) {
    guard let step = steps.first, let index = step.item, source.indices.contains(step.component),
      shown.indices.contains(step.component),
      shown[step.component].items.indices.contains(index)
    else { return }
    let (component, items) = (source[step.component], shown[step.component].items)
    if let each = component.rows.each {
      guard let row = items.piece(at: index).row, let rows = scope.rows(each) else { return }
      enter(rows, row, index: index, each)
      guard steps.count > 1 else { return }
      let item = component.rows.item.flatMap { JSONValue.read($0.bytes).value }
      follow(steps.dropFirst(), inside: item ?? .null)
    } else if component.items.indices.contains(index) {
      follow(steps.dropFirst(), component.items[index].children, items[index].children)
    }
  }

  /// - Parameter item: The item as the document says it, in which components may have rows.
  private mutating func follow(_ steps: ArraySlice<ItemPath.Step>, inside item: JSONValue) {
    guard let step = steps.first, let index = step.item, case .object(let members) = item,
      case .array(let components)? = members["children"],
      components.indices.contains(step.component),
      case .object(let component) = components[step.component]
    else { return }
    if let selection = RowSelection(component) {
      let rows = selection.rows(in: scope)
      let order = selection.order(of: rows, in: scope)
      guard index < order?.count ?? rows.count else { return }
      enter(rows, order.map { Int($0[index]) } ?? index, index: index, selection.each)
      follow(steps.dropFirst(), inside: component["item"] ?? .null)
    } else if case .array(let items)? = component["items"], items.indices.contains(index) {
      follow(steps.dropFirst(), inside: items[index])
    }
  }

  private mutating func enter(_ rows: RowList, _ place: Int, index: Int, _ each: String) {
    let array = scope.absolute(each)
    guard rows.indices.contains(place) else { return }
    scope = scope.entering(rows[place], index: index, place: place, of: array)
    pointer = "\(array)/\(place)"
  }
}

extension ScreenBinding {
  /// The JSON pointer, in the data, of the row that the part at `path` is made of, or is inside of;
  /// nil for others.
  package func rowPointer(of path: ItemPath) -> String? { RowLocator.pointer(of: path, in: self) }

  /// The names of the answers that the item at `path`, which is no row, depends on.
  package func valueNames(of path: ItemPath) -> Set<String> {
    let template = source.components.component(at: [path.component])?.items
    guard path.nested.isEmpty, let index = path.item, let items = template,
      items.indices.contains(index), let text = items[index].template
    else { return [] }
    return JSONTemplate(text).reads.valueNames
  }
}
