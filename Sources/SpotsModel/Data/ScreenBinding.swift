/// A screen with holes, its data, and what both make together.
package struct ScreenBinding: Sendable {
  /// The screen as its document says it.
  package let source: Screen
  /// All data; null until it is there.
  package let data: ScreenData
  /// The answers that it depends on, as far as they are known.
  package let values: [String: JSONValue]
  /// The names of the answers that it depends on; empty text stands for all of them.
  package let valueNames: Set<String>
  /// The screen as it is shown: the same components, whose items have values in place of holes.
  package let screen: Screen
  /// Whether there are rows that are still to be chosen or sorted; what is shown meanwhile is what
  /// was shown before, or the item for that.
  package let isBehind: Bool
  /// The rows that kept their places when it was made.
  let held: HeldRows
  private let reader: ScreenReader
  private let lists: [RowTemplate: FilledRows]
  private let templates: [JSONText: JSONTemplate]
  private let charts: [ChartRows: ChartPoints]

  /// Fills the holes of a screen; nil for one without data.
  ///
  /// - Parameters:
  ///   - data: The data; nil takes what the document has.
  ///   - values: The answers; nil takes those of `previous`.
  ///   - held: The rows of `previous` that keep their places; nil leaves it to `previous`.
  ///   - previous: The binding before a change, which shares what has stayed as it was.
  ///   - waits: Whether rows are chosen and sorted now, however many there are.
  /// - Complexity: O(items that are written out), plus O(*n* log *n*) in rows that are chosen or
  ///   sorted; at most 2000 of them unless `waits`.
  package init?(
    _ source: Screen, data: ScreenData? = nil, values: [String: JSONValue]? = nil,
    held: HeldRows? = nil, reader: ScreenReader, after previous: ScreenBinding? = nil,
    waits: Bool = false
  ) {
    guard let data = data ?? ScreenData(of: source, after: previous) else { return nil }
    self.held = held ?? previous?.held ?? [:]
    (self.source, self.data, self.values) = (source, data, values ?? previous?.values ?? [:])
    self.reader = previous?.reader ?? reader
    var filling = ScreenFilling(
      scope: DataScope(
        data: data.value, values: self.values, language: self.reader.language),
      reader: self.reader,
      known: previous?.lists ?? [:], templates: previous?.templates ?? [:],
      charts: previous?.charts ?? [:], held: held,
      limit: waits ? .max : Self.mostAtOnce)
    var filled = filling.screen(source)
    // The old content stays until a background thread has done the rest of the work.
    if !waits, filling.isSpent, let previous, previous.source == source {
      filled.components = previous.screen.components
    }
    screen = filled
    (lists, templates, charts) = (filling.lists, filling.templates, filling.charts)
    valueNames = filling.valueNames
    // A hole that took too long the last time is not filled again and again.
    isBehind =
      filling.isBehind && previous?.isDone(source, data, self.values, self.held) != true
  }

  /// Whether nothing is left to do for a screen with this data.
  private func isDone(
    _ source: Screen, _ data: ScreenData, _ values: [String: JSONValue], _ held: HeldRows
  ) -> Bool {
    !isBehind && self.held == held && self.values == values && self.data.value == data.value
      && self.source == source
  }

  /// The values for holes outside of rows.
  var scope: DataScope {
    DataScope(data: data.value, values: values, language: reader.language)
  }

  /// The most rows that are chosen and sorted on the main thread: a few milliseconds.
  private static let mostAtOnce = 2000

  /// The same binding with all rows in their order.
  package func ordered() -> ScreenBinding {
    ScreenBinding(
      source, data: data, values: values, held: held, reader: reader, after: self, waits: true)
      ?? self
  }

  /// The rows at these places among the items.
  package func rows(at paths: [ItemPath]) -> HeldRows {
    var rows = HeldRows()
    for path in paths {
      guard let rule = source.components.component(at: [path.component])?.rows, rule.each != nil,
        let item = path.item
      else { continue }
      rows[rule] = item
    }
    return rows
  }

  /// Whether rows are where their rules do not put them, and are not among `held`.
  package func isHoldingOthers(than held: HeldRows) -> Bool {
    lists.contains { rule, list in list.order?.held.map { $0 != held[rule] } ?? false }
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
      if let previous, known != nil, hasOnlyLater(component.rows, than: previous) {
        steps.append(.components(.reload([index])))
        continue
      }
      guard shown != known?[index] else { continue }
      steps += [.components(.update(index)), .items(.replace(shown.items.count), in: index)]
    }
    return steps
  }
}

extension ScreenData {
  /// The data of a screen after another one: what that one had, unless the document says something
  /// else now; nil for a screen without data.
  init?(of source: Screen, after previous: ScreenBinding?) {
    if let previous, previous.source.data == source.data {
      self = previous.data
    } else if DataSource(source.data) != nil {
      self.init(.null)
    } else if let text = source.data {
      let new = DataValue.read(text.bytes, .json).data ?? .null
      self = previous?.data ?? ScreenData(new)
      load(new)
    } else {
      return nil
    }
  }
}

extension ScreenBinding {
  /// Whether the rows that a rule shows are those of another binding at a later time. They need not
  /// be compared, however many they are.
  private func hasOnlyLater(_ rule: RowTemplate, than other: ScreenBinding) -> Bool {
    guard let mine = lists[rule], let theirs = other.lists[rule],
      mine.maker.valueNames.contains(ExpressionEnvironment.clock), let order = mine.order,
      let before = theirs.order
    else { return false }
    var values = values
    values[ExpressionEnvironment.clock] = other.values[ExpressionEnvironment.clock]
    return values == other.values && data.value == other.data.value && order.rows == before.rows
      && order.indexes == before.indexes
  }
}

extension Screen {
  /// Whether the first rows of data that is one array decide about the top of the screen: nothing
  /// counts, chooses or sorts rows, or reads others than its own.
  package var needsFirstRowsOnly: Bool {
    var reads: Set<ExpressionRead> = []
    if let title {
      let holes = ExpressionTemplate.parse(title, in: DataScope.environment).template.expressions
      for hole in holes { reads.formUnion(hole.reads) }
    }
    var isInOrder = ItemWalk.visit(components) { item, _ in
      if let text = item.template { reads.formUnion(JSONTemplate(text).reads) }
      return item.children.isEmpty
    }
    for component in components where component.rows.each != nil {
      let maker = RowMaker(component.rows, reader: ScreenReader())
      isInOrder = isInOrder && !maker.selection.isOrdered && !maker.mayHave(.condition)
      reads.formUnion(maker.outer)
    }
    // A row has no field of the data.
    let areOwn = reads.allSatisfy { read in
      if read.root != DataScope.Root.data.rawValue { return true }
      if case .key? = read.steps.first { return true }
      return false
    }
    return isInOrder && areOwn
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

/// The items that a rule makes of rows.
private struct FilledRows: Sendable {
  let maker: RowMaker
  /// The rows that have items; nil before there are any.
  var order: RowOrder?
  var items: ItemList
}

/// The rows of a chart, and what it takes from them.
private struct ChartRows: Hashable {
  let pointer: String
  let fields: ChartPoints.Fields
}

/// Fills the holes of a screen.
private struct ScreenFilling {
  let scope: DataScope
  let reader: ScreenReader
  private let known: [RowTemplate: FilledRows]
  private let knownTemplates: [JSONText: JSONTemplate]
  private let knownCharts: [ChartRows: ChartPoints]
  /// The rows that keep their places; nil leaves rows where they are known to be.
  private let held: HeldRows?
  /// The number of rows above which they are not chosen and sorted now.
  let limit: Int
  /// The limit of all holes outside of rows together.
  private var work: ExpressionWork
  /// The rules of the components on the screen.
  private var rules: Set<RowTemplate> = []
  private(set) var lists: [RowTemplate: FilledRows] = [:]
  private(set) var templates: [JSONText: JSONTemplate] = [:]
  private(set) var charts: [ChartRows: ChartPoints] = [:]
  private(set) var valueNames: Set<String> = []
  private(set) var isBehind = false

  /// - Parameters:
  ///   - known: The lists of an earlier filling.
  ///   - templates: The compiled items of an earlier filling.
  ///   - charts: The numbers of charts of an earlier filling.
  init(
    scope: DataScope, reader: ScreenReader, known: [RowTemplate: FilledRows],
    templates: [JSONText: JSONTemplate], charts: [ChartRows: ChartPoints], held: HeldRows?,
    limit: Int
  ) {
    (self.scope, self.reader, self.held, self.limit) = (scope, reader, held, limit)
    (self.known, knownTemplates, knownCharts) = (known, templates, charts)
    // About the time of a frame where a window waits for it, else a few seconds.
    let most = ExpressionWork.most
    work = ExpressionWork(limit == .max ? most * 30 : most / 2)
    work.givesAdvice = false
  }

  /// Whether holes have no value because there are too many of them that take long.
  var isSpent: Bool { work.isSpent }

  mutating func screen(_ source: Screen) -> Screen {
    var screen = source
    rules = Set(source.components.map(\.rows))
    screen.data = nil
    screen.title = source.title.map { title in
      let template = ExpressionTemplate.parse(title, in: DataScope.environment).template
      for hole in template.expressions { valueNames.formUnion(hole.reads.valueNames) }
      return work.evaluation { template.text(in: scope, &$0) }
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
      if source.kind == .table {
        component.columns = source.columns.map(\.sortedWithData)
        component.rows.sort = source.rows.sort
      }
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
    // The rows before another choice or order of them are shown until those are found.
    let before =
      known[rule]
      ?? known.values.first { !rules.contains($0.maker.rule) && $0.maker.standsIn(for: rule) }
    let maker = before?.maker.rule == rule ? before?.maker : nil
    return items(of: maker ?? RowMaker(rule, reader: reader), after: before)
  }

  private mutating func items(of maker: RowMaker, after before: FilledRows?) -> ItemList {
    let rule = maker.rule
    valueNames.formUnion(maker.valueNames)
    let known = before?.maker === maker ? before?.order : nil
    let place = before.flatMap { held?[$0.maker.rule] }
    let isRight = known.map { maker.isRight($0, in: scope) } ?? false
    let isKnown = isRight && (held == nil || known?.held == nil || known?.held == place)
    let order =
      isKnown
      ? known
      : maker.order(in: scope, upTo: limit, after: before?.items)?
        .holding(place, of: before?.items.allRows, key: rule.key)
    isBehind = isBehind || order == nil
    var filled = FilledRows(maker: maker, order: order, items: ItemList())
    if isKnown, let before, before.items.allRows?.isRight(in: scope) == true {
      filled.items = before.items
    } else if let order, order.count > 0 {
      var rows = RowItems(maker, order.rows, order.indexes, in: scope)
      // Comparing takes long, but the window does not wait for this thread.
      if limit == .max, let before { rows = rows.compared(with: before.items) }
      filled.items = ItemList(rows)
    } else if order == nil, let before {
      filled.items = before.items
    } else {
      let isAwaited = order == nil || scope.data == .null
      filled.items = ItemList((isAwaited ? rule.loading : rule.empty).map { [item($0)] } ?? [])
    }
    lists[rule] = filled
    return filled.items
  }

  private mutating func item(_ source: Item) -> Item {
    var item = source
    if let text = source.template {
      let template = knownTemplates[text] ?? templates[text] ?? JSONTemplate(text)
      templates[text] = template
      valueNames.formUnion(template.reads.valueNames)
      item = reader.filledItem(in: template.json(in: scope, &work))
      isBehind = isBehind || limit != .max && work.isSpent
      fillCharts(of: &item) { fill(&$0) }
    }
    if !source.children.isEmpty { item.children = source.children.map { component($0) } }
    return item
  }

  /// Gives a chart the numbers of its rows, or those it had before while there are many to be read.
  private mutating func fill(_ chart: inout Chart) {
    guard let pointer = chart.source, let rows = scope.rows(pointer) else { return }
    let key = ChartRows(pointer: pointer, fields: ChartPoints.Fields(chart))
    var points = charts[key] ?? knownCharts[key] ?? ChartPoints(key.fields)
    if points.unread(in: rows) > limit { isBehind = true } else { points.follow(rows) }
    charts[key] = points
    points.fill(&chart)
  }
}
