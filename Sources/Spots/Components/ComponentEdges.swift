/// Measures the header and the footer of a component.
@MainActor
struct ComponentEdges {
  let content: ComponentContent

  /// Whether there is a header or footer. A built-in one needs a text, a picture, an action or a
  /// size: servers write empty ones for none.
  func exists(_ item: Item?, _ role: ViewRole) -> Bool {
    guard let item else { return false }
    if content.viewRole(role) == .tableHeader { return true }
    let texts = [item.title, item.subtitle, item.text, item.meta.string("actionTitle")]
    let isBlank = texts.allSatisfy { $0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    let isEmpty =
      isBlank && item.image.isEmpty && (item.action ?? "").isEmpty && item.actions.isEmpty
      && item.size == .zero && item.children.isEmpty && InputKind(of: item) == nil
    if !isEmpty { return true }
    let name = content.pool.viewName(for: item, role: role)
    return name != "HeaderView" && name != "FooterView"
  }

  /// A header that sticks loses as much of the room above its texts as is more than the room below
  /// them, which sets it apart from the component before it. That of a table loses all but the
  /// titles of the columns, and a high one what would leave no room for items.
  var headerRise: Double {
    if content.viewRole(.header) == .tableHeader {
      let titles = TableHeaderView.titleHeight(in: content.pool.environment)
      return max(height(of: content.header, .header) - titles, 0)
    }
    guard let header = content.header, content.model.layout.headerMode == .sticky else { return 0 }
    let excess = max(height(of: header, .header) - Self.highestStuck, 0)
    guard finite(content.wantedSize(of: header).height) <= 0,
      let cell = content.pool.prototype(for: header, role: .header) as? ElementCell
    else { return excess }
    return max(cell.insets.top - cell.insets.bottom, excess)
  }

  /// How much of a header stays in sight, in points: half of a low window.
  private static let highestStuck = 200.0

  func height(of item: Item?, _ role: ViewRole) -> Double {
    guard let item, exists(item, role), content.pool.environment.isShown(item) else { return 0 }
    let own = finite(content.wantedSize(of: item).height)
    if own > 0 { return own }
    let size = content.pool.measure(
      item, role: content.viewRole(role), cellStyle: content.edgeStyle,
      containerSize: Size(width: content.room.lane.width, height: .infinity))
    return finite(size.height)
  }
}
