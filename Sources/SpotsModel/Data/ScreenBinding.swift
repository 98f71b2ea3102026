/// A screen with holes, its data, and what both make together.
package struct ScreenBinding: Sendable {
  /// The screen as its document says it.
  package let source: Screen
  /// All data; null until it is there.
  package let data: DataValue
  /// The answers that it depends on, as far as they are known.
  package let values: [String: JSONValue]
  /// The names of the answers that it depends on; empty text stands for all of them.
  package let valueNames: Set<String>
  /// The screen as it is shown: the same components, whose items have values in place of holes.
  package let screen: Screen
  private let reader: ScreenReader
  private let makers: [RowTemplate: RowMaker]

  /// Fills the holes of a screen; nil for one without data.
  ///
  /// - Parameters:
  ///   - data: The data; nil takes what the document has.
  ///   - values: The answers; nil takes those of `previous`.
  ///   - previous: The binding before a change, which shares what has stayed as it was.
  /// - Complexity: O(items that are written out), plus O(rows) where they are chosen or sorted.
  package init?(
    _ source: Screen, data: DataValue? = nil, values: [String: JSONValue]? = nil,
    reader: ScreenReader, after previous: ScreenBinding? = nil
  ) {
    guard let data = data ?? Self.data(of: source, after: previous) else { return nil }
    (self.source, self.data, self.values) = (source, data, values ?? previous?.values ?? [:])
    self.reader = previous?.reader ?? reader
    var filling = ScreenFilling(
      scope: DataScope(data: data, values: self.values), reader: self.reader,
      known: previous?.makers ?? [:])
    screen = filling.screen(source)
    makers = filling.makers
    valueNames = filling.valueNames
  }

  /// The data of a screen after another one: what that one had, unless the document says something
  /// else now; nil for a screen without data.
  package static func data(of source: Screen, after previous: ScreenBinding?) -> DataValue? {
    if let previous, previous.source.data == source.data { return previous.data }
    if DataSource(source.data) != nil { return .null }
    return source.data.map { DataValue.read($0.bytes, .json).data ?? .null }
  }

  /// The steps of the components whose content depends on data.
  ///
  /// - Parameter previous: The binding before, if nothing but the data has changed: steps are then
  ///   left out where it makes no difference.
  package func filledAgain(after previous: ScreenBinding?) -> [ScreenStep] {
    var steps: [ScreenStep] = screen.title == previous?.screen.title ? [] : [.properties]
    let known = previous?.source == source ? previous?.screen.components : nil
    for (index, component) in source.components.enumerated() where hasHoles(component) {
      let shown = screen.components[index]
      guard shown != known?[index] else { continue }
      steps += [.components(.update(index)), .items(.replace(shown.items.count), in: index)]
    }
    return steps
  }
}

/// Whether something depends on data.
private func hasHoles(_ component: ComponentModel) -> Bool {
  component.rows.each != nil
    || [component.header, component.footer].contains { $0.map(hasHoles) ?? false }
    || component.items.contains(where: hasHoles)
}

private func hasHoles(_ item: Item) -> Bool {
  item.template != nil || item.children.contains(where: hasHoles)
}

/// Fills the holes of a screen.
private struct ScreenFilling {
  let scope: DataScope
  let reader: ScreenReader
  let known: [RowTemplate: RowMaker]
  private(set) var makers: [RowTemplate: RowMaker] = [:]
  private(set) var valueNames: Set<String> = []

  init(scope: DataScope, reader: ScreenReader, known: [RowTemplate: RowMaker]) {
    (self.scope, self.reader, self.known) = (scope, reader, known)
  }

  mutating func screen(_ source: Screen) -> Screen {
    var screen = source
    screen.data = nil
    screen.title = source.title.map { title in
      let template = ExpressionTemplate.parse(title, in: DataScope.environment).template
      for hole in template.expressions { valueNames.formUnion(hole.reads.valueNames) }
      var work = ExpressionWork()
      return template.text(in: scope, &work)
    }
    screen.components = source.components.map { component($0) }
    return screen
  }

  private mutating func component(_ source: ComponentModel) -> ComponentModel {
    var component = source
    component.header = source.header.map { item($0) }
    component.footer = source.footer.map { item($0) }
    if source.rows.each != nil {
      component.rows = RowTemplate()
      // The order says where a row is.
      if !source.rows.sort.isEmpty { component.interaction.isReorderable = false }
      component.items = items(of: source.rows)
    } else {
      for (index, present) in source.items.enumerated()
      where present.template != nil || !present.children.isEmpty {
        component.items[index] = item(present)
      }
    }
    return component
  }

  private mutating func items(of rule: RowTemplate) -> ItemList {
    let maker = makers[rule] ?? known[rule] ?? RowMaker(rule, reader: reader)
    makers[rule] = maker
    valueNames.formUnion(maker.valueNames)
    let rows = maker.selection.rows(in: scope)
    let order = maker.selection.order(of: rows, in: scope)
    guard order?.count ?? rows.count > 0 else {
      return ItemList((scope.data == .null ? rule.loading : rule.empty).map { [item($0)] } ?? [])
    }
    return ItemList(RowItems(maker, rows, order, in: scope))
  }

  private mutating func item(_ source: Item) -> Item {
    var item = source
    if let template = source.template, let value = JSONValue.read(template.bytes).value {
      let template = JSONTemplate(value, isOfRow: false)
      valueNames.formUnion(template.reads.valueNames)
      item = reader.filledItem(in: template.json(in: scope))
    }
    if !source.children.isEmpty { item.children = source.children.map { component($0) } }
    return item
  }
}
