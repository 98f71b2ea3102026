import SpotsModel

/// Makes components and screens as people write them: few keys set, sizes that fit a window.
public struct RandomComponents {
  public var random: SplitMix64
  /// Kinds of items besides those that every program knows.
  public var nibKinds: [String] = []
  private var nextIdentifier = 0
  /// Whether some items may be made of components; not while those are being made.
  private var makesComposites: Bool

  /// Whether some items are answered, and some of those depend on the answers of others.
  private let makesInputs: Bool

  public init(seed: UInt64, makesComposites: Bool = false, makesInputs: Bool = false) {
    random = SplitMix64(seed: seed)
    (self.makesComposites, self.makesInputs) = (makesComposites, makesInputs)
  }

  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  public mutating func oneIn(_ bound: Int) -> Bool { below(bound) == 0 }
  public mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// A length in quarters of a point, so that sums are exact.
  public mutating func length(upTo bound: Int) -> Double { Double(below(bound * 4 + 1)) / 4 }

  public mutating func width() -> Double { pick([1, 90, 320, 390.5, 800, 1280, 2000]) }

  public mutating func screen(maxItems: Int = 30) -> Screen {
    Screen(
      components: (0..<1 + below(5)).map { _ in component(maxItems: maxItems) },
      columns: oneIn(2) ? columns() : Columns())
  }

  public mutating func component(maxItems: Int = 30) -> ComponentModel {
    // Logs are left out: they open at their end, and where a screen opens is asked of each.
    let kind: ComponentModel.Kind = pick([.list, .list, .grid, .grid, .carousel, .table])
    nextIdentifier += 1
    return ComponentModel(
      identifier: oneIn(2) ? "c\(nextIdentifier)" : nil, header: oneIn(2) ? edge() : nil,
      footer: oneIn(3) ? edge() : nil, kind: kind, layout: layout(),
      interaction: Interaction(paginate: pick([.disabled, .item, .page])),
      items: ItemList((0..<(oneIn(6) ? 0 : 1 + below(maxItems))).map { _ in item() }),
      size: Size(height: oneIn(8) ? 200 : 0),
      widerLayouts: oneIn(3) ? WiderLayouts(medium: layout(), expanded: layout()) : nil,
      when: oneIn(8)
        ? WidthRange(minWidth: pick([nil, 300, 700]), maxWidth: pick([nil, 390, 900])) : nil,
      column: oneIn(2) ? below(3) : nil, columns: kind == .table ? tableColumns() : [])
  }

  /// The columns of a table of items that are written out.
  public mutating func tableColumns() -> [TableColumn] {
    (0..<below(5)).map { _ in
      TableColumn(
        words(), field: pick(["title", "subtitle", "text", "number", nil]),
        width: TableColumn.Width(
          min: pick([nil, nil, 40, 90.5]), max: pick([nil, nil, 120]), grow: pick([nil, 0, 2])),
        align: pick([nil, .leading, .center, .trailing]), isSortable: pick([nil, true, false]),
        when: oneIn(4) ? WidthRange(minWidth: 700) : nil)
    }
  }

  public mutating func columns() -> Columns {
    func columns(_ random: inout Self) -> [Columns.Column] {
      (0..<1 + random.below(3)).map { _ in
        Columns.Column(
          width: random.pick([0, 0, 100, 120.25]), maxWidth: random.pick([nil, nil, 0, 250]),
          isSticky: random.oneIn(3))
      }
    }
    return Columns(
      compact: oneIn(2) ? columns(&self) : [], medium: columns(&self), expanded: columns(&self))
  }

  public mutating func layout() -> Layout {
    Layout(
      span: pick([0, 0, 1, 2, 3, 3.5, 4, 7]), minItemWidth: oneIn(4) ? 40 + length(upTo: 200) : 0,
      maxItemsPerRow: oneIn(4) ? 1 + below(5) : 0, itemRatio: oneIn(8) ? 1.5 : 0,
      peek: oneIn(4) ? 0.5 : Layout.defaultPeek,
      maxWidth: pick([nil, nil, nil, nil, 0, 500]), align: pick([.center, .leading, .trailing]),
      itemSpacing: pick([0, 0, 4, 10]),
      lineSpacing: pick([0, 0, 1, 8.25]), itemsPerRow: pick([1, 1, 2, 3]),
      inset: oneIn(2)
        ? .zero
        : EdgeInsets(
          top: length(upTo: 20), left: length(upTo: 20), bottom: length(upTo: 20),
          right: length(upTo: 20)),
      pageIndicator: pick([.none, .below, .overlay]), headerMode: pick([.default, .sticky]),
      infiniteScrolling: oneIn(4), showEmptyComponent: oneIn(2), dynamicSpan: oneIn(4),
      dynamicHeight: !oneIn(8))
  }

  public mutating func item() -> Item {
    nextIdentifier += 1
    if makesComposites, oneIn(12) { return composite() }
    if makesInputs, oneIn(3) { return input() }
    let size = Size(
      width: oneIn(2) ? 0 : 20 + length(upTo: 300), height: oneIn(2) ? 0 : 10 + length(upTo: 150))
    return Item(
      identifier: oneIn(2) ? .integer(nextIdentifier) : nil, title: words(), subtitle: words(),
      text: oneIn(4) ? words() : "", image: oneIn(4) ? "a.png" : "",
      kind: pick(["", "default", "label", "image", "card", "unknown"] + nibKinds + nibKinds),
      action: oneIn(2) ? "go:\(nextIdentifier)" : nil, size: size)
  }

  /// An item that is answered, with a name that no other one is made with.
  private mutating func input() -> Item {
    let (kind, isOwn) = (pick(InputKind.allCases), oneIn(6))
    var input = ItemInput(
      control: isOwn ? kind : nil, name: "n\(nextIdentifier)", value: answer(of: kind),
      maximum: kind == .slider ? 10 : nil, placeholder: words(), lines: pick([1, 1, 4]),
      options: kind == .choice ? ["a", "b", "c"].map { ChoiceOption($0) } : [],
      choiceStyle: pick([nil, .segments, .chips]))
    let other = condition()
    if oneIn(6) { input.visibleWhen = other } else if oneIn(6) { input.enabledWhen = other }
    return Item(
      identifier: oneIn(2) ? .integer(nextIdentifier) : nil, title: words(), subtitle: words(),
      kind: isOwn ? "own" : kind.rawValue, input: input)
  }

  private mutating func condition() -> InputCondition {
    let name = "n\(1 + below(nextIdentifier))"
    if oneIn(2) { return InputCondition(name: name, isEmpty: oneIn(2)) }
    let other = "n\(1 + below(nextIdentifier))"
    let text = pick([
      "values.\(name) in [null, false, '']", "size(values.\(name)) > 1 || has(values.\(other))",
      "values['\(name)'] == values.\(other)", "!{values.\(name)}", "{values.\(name)} != a",
    ])
    do { return try InputCondition(text) } catch { preconditionFailure("\(error)") }
  }

  /// A possible answer to an item of `kind`; any kind of value for kinds without one.
  public mutating func answer(of kind: InputKind) -> JSONValue {
    switch kind {
    case .slider: .of(pick([0, 2.5, 7.125, 10]))
    case .stepper: .integer(below(4))
    case .textField: .string(pick(["", "Ada", "two\nlines", "\u{1F469}\u{200D}\u{1F467}"]))
    case .choice: pick([.null, "a", "b", "c"])
    case .date: pick([.null, "2026-11-23", "1999-12-31"])
    case .time: pick([.null, "07:30", "23:05"])
    default: .bool(oneIn(2))
    }
  }

  /// An item made of components, which hold no further such items.
  private mutating func composite() -> Item {
    let identifier = nextIdentifier
    makesComposites = false
    defer { makesComposites = true }
    return Item(
      identifier: oneIn(2) ? .integer(identifier) : nil, title: words(), kind: "composite",
      children: (0..<1 + below(3)).map { _ in component(maxItems: 6) },
      columns: oneIn(3) ? columns() : Columns())
  }

  public mutating func words() -> String {
    (0..<below(6)).map { _ in pick(["ab", "spot", "carousel", "x", "component"]) }
      .joined(separator: " ")
  }

  /// The screen after a reload: items are added, removed, moved and changed, and so are components.
  public mutating func edited(_ screen: Screen) -> Screen {
    var screen = screen
    for _ in 0..<1 + below(4) {
      switch below(7) {
      case 6: screen.columns = oneIn(3) ? Columns() : columns()
      case 0: screen.components.insert(component(), at: below(screen.components.count + 1))
      case 1 where screen.components.count > 1:
        screen.components.remove(at: below(screen.components.count))
      case 2: screen.components.shuffle(using: &random)
      case 3 where !screen.components.isEmpty:
        screen.components[below(screen.components.count)].layout = layout()
      default: editItems(&screen)
      }
    }
    return screen
  }

  private mutating func editItems(_ screen: inout Screen) {
    guard !screen.components.isEmpty else { return }
    let index = below(screen.components.count)
    screen.components[index].items = edited(screen.components[index].items)
    if oneIn(3) { screen.components[index].header = oneIn(2) ? edge() : nil }
  }

  public mutating func edited(_ items: ItemList) -> ItemList {
    var items = items
    for _ in 0..<1 + below(5) {
      let place = below(items.count + 1)
      switch below(6) {
      case 0: items.insert(item(), at: place)
      case 1 where place < items.count: items.remove(at: place)
      case 2 where place < items.count: items.insert(items[place], at: below(items.count + 1))
      case 3 where place < items.count: items[place].title = words()
      case 4 where place < items.count: items[place].size.height = length(upTo: 100)
      case 5 where place < items.count:
        let moved = items.remove(at: place)
        items.insert(moved, at: below(items.count + 1))
      default: break
      }
    }
    return items
  }

  private mutating func edge() -> Item {
    if makesComposites, oneIn(6) { return composite() }
    let kind = nibKinds.isEmpty ? "" : pick(nibKinds + [""])
    var edge = Item(
      title: words(), subtitle: words(), kind: kind,
      size: Size(height: oneIn(2) ? 0 : length(upTo: 60)))
    if makesInputs, oneIn(4) { edge.input.visibleWhen = condition() }
    return edge
  }
}
