import SpotsModel
import SpotsModelTestSupport

/// Makes screens in which every field takes every kind of value a document can hold.
struct RandomScreen {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func screen() -> Screen {
    Screen(
      components: components(depth: 2), title: maybe { $0.text() }, theme: theme(),
      next: maybe { $0.text() }, meta: meta())
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func maybe<Value>(_ make: (inout RandomScreen) -> Value) -> Value? {
    below(2) == 0 ? nil : make(&self)
  }

  private mutating func text() -> String {
    let alphabet = Array(
      "abcXYZ019 \"\\/{}[]:,~'\n\r\t\u{0}\u{1}\u{1F}\u{7F}\u{85}\u{9B}\u{AD}é\u{301}ß漢字🙂👩‍👩‍👧\u{202E}\u{2028}\u{FEFF}\u{FFFF}"
        .unicodeScalars)
    let scalars = (0..<below(20)).map { _ in alphabet[below(alphabet.count)] }
    return String(String.UnicodeScalarView(scalars))
  }

  private mutating func length() -> Double {
    switch below(4) {
    case 0: 0
    case 1: Double(below(10_000_000))
    case 2: Double.random(in: 0...1e7, using: &random)
    default: Double.random(in: 0...1, using: &random) * 1e-300
    }
  }

  private mutating func size() -> Size { Size(width: length(), height: length()) }

  private mutating func theme() -> [ColorRole: Color] {
    var theme: [ColorRole: Color] = [:]
    for role in ColorRole.allCases where below(4) == 0 {
      theme[role] = Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random), alpha: below(2) == 0 ? 255 : 7)
    }
    return theme
  }

  private mutating func meta() -> Meta {
    var values: [String: JSONValue] = [:]
    for _ in 0..<below(3) { values[text()] = value(depth: 3) }
    return Meta(values)
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch below(depth == 0 ? 6 : 8) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: .integer(Int(truncatingIfNeeded: random.next()))
    case 3: .integer([0, -1, .max, .min, 1 << 53][below(5)])
    case 4:
      .number(
        [
          0.5, 1, -0.0, 1e300, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
          9_007_199_254_740_992,
        ][below(7)])
    case 5: .string(text())
    case 6: .array((0..<below(4)).map { _ in value(depth: depth - 1) })
    default:
      .object(
        Dictionary(
          (0..<below(4)).map { _ in (text(), value(depth: depth - 1)) },
          uniquingKeysWith: { $1 }))
    }
  }

  private mutating func model() -> JSONValue? {
    let model = maybe { $0.value(depth: 2) }
    return model == .null ? nil : model
  }

  private mutating func components(depth: Int) -> [ComponentModel] {
    (0..<below(4)).map { _ in
      var model = ComponentModel(
        identifier: maybe { $0.text() }, header: maybe { $0.item(depth: 0) },
        footer: maybe { $0.item(depth: 0) },
        kind: [.list, .grid, .carousel, .init(rawValue: "ring")][below(4)], layout: layout(),
        interaction: interaction(),
        items: ItemList((0..<below(4)).map { _ in item(depth: depth) }), size: size(),
        meta: meta(), model: model(), filter: [nil, .words, .fuzzy][below(3)])
      // A missing height would cause a warning.
      if model.size.height <= 0 { model.layout.dynamicHeight = true }
      return model
    }
  }

  private mutating func item(depth: Int) -> Item {
    var relations: [String: [Item]] = [:]
    if depth > 0, below(3) == 0 {
      for _ in 0..<below(3) {
        relations[text()] = (0..<below(3)).map { _ in item(depth: depth - 1) }
      }
    }
    let identifier: Item.Identifier? = maybe {
      $0.below(2) == 0 ? .string($0.text()) : .integer(Int(truncatingIfNeeded: $0.random.next()))
    }
    return Item(
      identifier: identifier, title: text(), subtitle: text(), text: text(), image: text(),
      kind: text(), action: maybe { $0.text() }, size: size(), meta: meta(), relations: relations,
      children: depth > 0 && below(3) == 0 ? components(depth: depth - 1) : [], model: model(),
      input: ItemInput(showsProgress: below(9) == 0),
      actions: (0..<max(below(5) - 2, 0)).map { _ in
        ItemAction(text(), action: "a" + text(), isDestructive: below(2) == 0)
      })
  }

  private mutating func layout() -> Layout {
    Layout(
      span: length() / 10, itemSpacing: length(), lineSpacing: length(),
      itemsPerRow: 1 + below(1000),
      inset: EdgeInsets(top: length(), left: length(), bottom: length(), right: length()),
      pageIndicator: .allCases[below(3)], headerMode: .allCases[below(2)],
      infiniteScrolling: below(2) == 0, showEmptyComponent: below(2) == 0,
      dynamicSpan: below(2) == 0, dynamicHeight: below(2) == 0)
  }

  private mutating func interaction() -> Interaction {
    Interaction(
      paginate: .allCases[below(3)], mouseClick: .allCases[below(2)],
      scrollDirection: .allCases[below(2)], selection: .allCases[below(4)],
      isReorderable: below(2) == 0, isDeletable: below(2) == 0, isEditable: below(2) == 0)
  }
}
