/// Finds a part of a screen as its document says it, and the row of the data that it is made of.
struct RowLocator {
  private let binding: ScreenBinding
  /// The values for its holes.
  private(set) var scope: DataScope
  /// The JSON pointer, in the data, of the row that the part is made of, or is inside of; nil for
  /// others.
  private(set) var pointer: String?
  /// The JSON pointer of the part in the document, below the screen's component.
  private(set) var place = ""
  /// The part with its holes; nil if it has none, or is not there.
  private(set) var part: JSONValue?

  /// - Complexity: O(*n* log *n*) in the rows inside a row, if they are on the way.
  init(_ path: ItemPath, in binding: ScreenBinding) {
    self.binding = binding
    scope = binding.scope
    follow(path.steps[...], binding.source.components, binding.screen.components)
  }

  /// - Parameters:
  ///   - source: Components as the document says them.
  ///   - shown: The same as they are shown.
  private mutating func follow(
    _ steps: ArraySlice<ItemPath.Step>, _ source: [ComponentModel], _ shown: [ComponentModel]
  ) {
    guard let step = steps.first, source.indices.contains(step.component),
      shown.indices.contains(step.component)
    else { return }
    let (component, shown) = (source[step.component], shown[step.component])
    let rule = component.rows
    var (item, key) = (component.part(step.part), "/items/\(step.item ?? 0)")
    if step.item == nil { key = step.part == .header ? "/header" : "/footer" }
    if let index = step.item, let each = rule.each {
      guard shown.items.indices.contains(index) else { return }
      if let row = shown.items.piece(at: index).row, let rows = scope.rows(each) {
        enter(rows, row, index: index, each)
        place += "/item"
        let template = rule.item.flatMap { JSONValue.read($0.bytes).value }
        return follow(steps.dropFirst(), inside: template ?? .null)
      }
      let isAwaited = scope.data == .null
      (item, key) = isAwaited ? (rule.loading, "/loading") : (rule.empty, "/empty")
    }
    place += key
    guard let item, let inner = steps.dropFirst().first else {
      part = item?.template.flatMap { JSONValue.read($0.bytes).value }
      return
    }
    place += "/children/\(inner.component)"
    follow(steps.dropFirst(), item.children, shown.part(step.part)?.children ?? [])
  }

  /// - Parameter item: The item as the document says it, in which components may have rows.
  private mutating func follow(_ steps: ArraySlice<ItemPath.Step>, inside item: JSONValue) {
    guard let step = steps.first else {
      part = item
      return
    }
    guard case .object(let members) = item, case .array(let components)? = members["children"],
      components.indices.contains(step.component),
      case .object(let component) = components[step.component]
    else { return }
    place += "/children/\(step.component)"
    let rest = steps.dropFirst()
    guard let index = step.item else {
      return follow(rest, into: step.part == .header ? "header" : "footer", of: component)
    }
    if let selection = RowSelection(component) {
      let rows = selection.rows(in: scope)
      let order = selection.order(of: rows, in: scope)
      guard index < order?.count ?? rows.count else {
        return follow(rest, into: "empty", of: component)
      }
      enter(rows, order.map { Int($0[index]) } ?? index, index: index, selection.each)
      follow(rest, into: "item", of: component)
    } else if case .array(let items)? = component["items"], items.indices.contains(index) {
      place += "/items/\(index)"
      follow(rest, inside: items[index])
    }
  }

  private mutating func follow(
    _ steps: ArraySlice<ItemPath.Step>, into key: String, of component: [String: JSONValue]
  ) {
    place += "/" + key
    follow(steps, inside: component[key] ?? .null)
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
  package func rowPointer(of path: ItemPath) -> String? { RowLocator(path, in: self).pointer }

  /// The names of the answers that the item at `path`, which is no row, depends on.
  package func valueNames(of path: ItemPath) -> Set<String> {
    let template = source.components.component(at: [path.component])?.items
    guard path.nested.isEmpty, let index = path.item, let items = template,
      items.indices.contains(index), let text = items[index].template
    else { return [] }
    return JSONTemplate(text).reads.valueNames
  }
}
