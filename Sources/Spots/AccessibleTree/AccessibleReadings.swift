/// The descriptions that views gave of items, kept because few of them change from one tree to the
/// next.
@MainActor
final class AccessibleReadings {
  /// A description, and everything it depended on.
  private struct Reading {
    var item: Item
    var value: JSONValue?
    var fault: String?
    var style: CellStyle
    var size: Size
    var version: Int
    var content: Accessibility
  }

  private var readings: [AccessibleNode.ID: Reading] = [:]
  private var former: [AccessibleNode.ID: Reading] = [:]
  /// False while a single node is made, which may be one of a million that are asked for in turn.
  var keepsNew = true

  /// A new tree is made; what is not in it is forgotten with the next one.
  func begin() { (former, readings) = (readings, [:]) }

  /// The description of a part, whose parts have their places where they are known.
  ///
  /// - Parameter size: The size of the part, in points.
  func reading(
    of item: Item, _ part: ItemPath.Part, in component: Component, _ id: AccessibleNode.ID,
    _ size: Size
  ) -> Accessibility {
    let (content, environment) = (component.content, component.content.pool.environment)
    let style = Self.style(of: part, in: component)
    let known = readings[id] ?? former[id]
    let (value, fault) = (environment.value(of: item), environment.fault(of: item))
    if let known, known.item == item, known.value == value, known.fault == fault,
      known.style == style, known.size == size, known.version == environment.version
    {
      if keepsNew { readings[id] = known }
      return known.content
    }
    let shown = component.view(of: part) as? any ItemConfigurable
    let view = shown ?? content.pool.prototype(for: item, role: content.viewRole(part.role))
    if shown == nil { (view.cellStyle, view.frame) = (style, Rect(origin: .zero, size: size)) }
    var reading = view.accessibility(for: item)
    // A view may show what is not in its item's texts.
    if reading.label.isEmpty, !reading.isHidden, item.markdown.isEmpty {
      reading.label = Accessibility.joined(shown.map { Self.texts(in: $0) } ?? [])
    }
    if item.children.isEmpty {
      Self.place(&reading, of: item, in: view, shown == nil ? content.pool : nil)
    }
    // A view may say more once it is shown.
    if keepsNew, shown != nil || !reading.label.isEmpty {
      readings[id] = Reading(
        item: item, value: value, fault: fault, style: style, size: size,
        version: environment.version, content: reading)
    }
    return reading
  }

  /// Gives the parts that users operate the places of their controls.
  ///
  /// - Parameter pool: Configures a view that does not show the item; nil for one that does.
  private static func place(
    _ reading: inout Accessibility, of item: Item, in view: any ItemConfigurable, _ pool: ReusePool?
  ) {
    let parts = reading.children.indices.filter {
      reading.children[$0].role?.isOperated == true && reading.children[$0].frame == nil
    }
    guard !parts.isEmpty else { return }
    pool?.configure(view, with: item, width: view.frame.width)
    layOut(view)
    let controls = view.controls.filter { !($0 is ChoiceGroupControl) }
    if let area = view.activationArea {
      reading.children[parts[0]].frame = area
    } else if controls.count == parts.count {
      for (part, control) in zip(parts, controls) {
        let origin = Point.zero - control.convert(.zero, from: view)
        reading.children[part].frame = Rect(origin: origin, size: control.frame.size)
      }
    }
    if pool != nil { view.prepareForReuse() }
  }

  private static func layOut(_ view: View) {
    view.layoutIfNeeded()
    for view in view.subviews { layOut(view) }
  }

  private static func style(of part: ItemPath.Part, in component: Component) -> CellStyle {
    guard case .item(let index) = part else { return component.content.edgeStyle }
    return component.content.cellStyle(ofItem: index)
  }

  /// The texts of the labels in a view.
  private static func texts(in view: View) -> [String] {
    guard !view.isHidden, !(view is SpotsScrollView) else { return [] }
    if let label = view as? Label { return [label.text] }
    return view.subviews.flatMap { texts(in: $0) }
  }
}
