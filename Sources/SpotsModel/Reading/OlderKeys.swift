/// Keys of older versions of Spots, read as the present keys that replaced them.
enum OlderKeys {
  /// Reads the `target` of an item, an address or an object with one, which `action` has replaced.
  static func target(from cursor: inout JSONCursor) throws(SyntaxError) -> String? {
    let start = cursor.scanner.at
    switch try FreeValue.read(from: &cursor) {
    case .null: return nil
    case .string(let address): return address
    case .object(let members):
      if case .string(let address)? = members["uri"] ?? members["url"] { return address }
      fallthrough
    default:
      cursor.report(.error, .typeMismatch, at: start) { _ in
        "'target' expects an address, or an object with a 'uri'; 'action' has replaced it"
      }
      return nil
    }
  }

  /// Applies the layout that components had in `meta` before there was a `layout`, in either
  /// spelling: `inset-top` or `insetTop`. Names what it had that has another place now.
  static func applied(
    to component: ComponentModel, at offset: Int, _ cursor: inout JSONCursor
  ) -> ComponentModel {
    var model = component
    var hasInset = false
    var inset = EdgeInsets.zero
    for (spelling, value) in component.meta.values.sorted(by: { $0.key < $1.key }) {
      let key = kebab(spelling)
      if let side = sides[key.hasPrefix("content-") ? String(key.dropFirst(8)) : key] {
        guard let length = length(value) else { continue }
        hasInset = true
        inset[keyPath: side] += length
      } else if let place = places[key], isOlder(key, value) {
        cursor.report(.warning, .unknownKey, at: offset, below: "/meta/\(spelling)") { _ in
          "'\(spelling)' in 'meta' had a meaning in older screens and has none now; \(place)"
        }
      } else {
        apply(key, value, to: &model)
      }
    }
    if hasInset { model.layout.inset = inset }
    return model
  }

  private static func apply(_ key: String, _ value: JSONValue, to model: inout ComponentModel) {
    switch (key, length(value), value) {
    case ("item-spacing", let length?, _): model.layout.itemSpacing = length
    case ("line-spacing", let length?, _): model.layout.lineSpacing = length
    case ("item-min-width", let length?, _): model.layout.minItemWidth = length
    case ("span", let span?, _) where model.layout.span == 0: model.layout.span = min(span, 1e6)
    case ("dynamic-span", _, .bool(let isOn)): model.layout.dynamicSpan = isOn
    case ("paginate", _, true):
      model.interaction.paginate = .page
      model.layout.pageIndicator = .below
    case ("double-click", _, true): model.interaction.mouseClick = .double
    default: return
    }
  }

  private static let sides: [String: WritableKeyPath<EdgeInsets, Double> & Sendable] = [
    "inset-top": \.top, "inset-left": \.left, "inset-bottom": \.bottom, "inset-right": \.right,
  ]

  /// The present place of each setting that older screens kept in `meta`.
  private static let places: [String: String] = {
    let titles = [
      "font-size", "left-margin", "top-inset", "bottom-inset", "left-inset", "text-color",
      "separator",
    ].map { ("title-" + $0, "a header view of your own decides how titles look") }
    return Dictionary(uniqueKeysWithValues: titles).merging([
      "separator": "an item view of your own decides about lines",
      "header-height": "the 'size' of the 'header' replaces it",
      "item-width-max": "'span' or 'min-item-width' in 'layout' replaces it",
      "item-height-max": "'item-ratio' in 'layout' or the 'size' of items replaces it",
      "item-min-height": "the 'size' of items replaces it",
      "layout": "'kind' and 'layout' replace it",
    ]) { $1 }
  }()

  /// Whether free data under a common word is that of an older screen.
  private static func isOlder(_ key: String, _ value: JSONValue) -> Bool {
    switch (key, value) {
    case ("layout", .string(let name)): ["flow", "grid", "left"].contains(name)
    case ("separator", .bool): true
    case ("layout", _), ("separator", _): false
    default: true
    }
  }

  /// The first screens had only text in `meta`.
  private static func length(_ value: JSONValue) -> Double? {
    var number = value.number
    if let text = value.text { number = JSONValue.read(Array(text.utf8)).value?.number }
    return number.map { $0.clamped(to: NumberRange.length) }
  }

  private static func kebab(_ key: String) -> String {
    key.reduce(into: "") { result, letter in
      result += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }
}
