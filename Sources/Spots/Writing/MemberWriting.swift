// Members of the objects of a screen: a key and its value, or nothing when the value is the
// default.
extension JSONWriter {
  mutating func string(_ key: String, _ value: String?, unless fallback: String? = nil) {
    guard let value, value != fallback else { return }
    self.key(key)
    string(value)
  }

  mutating func number(_ key: String, _ value: Double) {
    guard value != 0 else { return }
    self.key(key)
    number(value)
  }

  mutating func bool(_ key: String, _ value: Bool, unless fallback: Bool) {
    guard value != fallback else { return }
    self.key(key)
    bool(value)
  }

  mutating func word<Word: RawRepresentable<String> & Equatable>(
    _ key: String, _ value: Word, unless fallback: Word
  ) {
    guard value != fallback else { return }
    self.key(key)
    string(value.rawValue)
  }

  mutating func identifier(_ identifier: Item.Identifier?) {
    guard let identifier else { return }
    key("identifier")
    switch identifier {
    case .integer(let value): integer(value)
    case .string(let value): string(value)
    }
  }

  mutating func item(_ key: String, _ item: Item?, by writer: ScreenWriter) {
    guard let item else { return }
    self.key(key)
    writer.write(item, to: &self)
  }

  mutating func size(_ size: Size) {
    guard size != .zero else { return }
    key("size")
    beginObject()
    number("width", size.width)
    number("height", size.height)
    endObject()
  }

  mutating func meta(_ meta: Meta) {
    guard !meta.values.isEmpty else { return }
    key("meta")
    value(.object(meta.values))
  }

  mutating func model(_ model: JSONValue?) {
    guard let model, model != .null else { return }
    key("model")
    value(model)
  }

  mutating func layout(_ layout: Layout) {
    guard layout != Layout() else { return }
    key("layout")
    value(layout)
  }

  /// A layout as an object, which is empty when every value is the default.
  mutating func value(_ layout: Layout) {
    beginObject()
    number("span", layout.span)
    number("item-spacing", layout.itemSpacing)
    number("line-spacing", layout.lineSpacing)
    if layout.itemsPerRow != 1 {
      key("items-per-row")
      integer(layout.itemsPerRow)
    }
    inset(layout.inset)
    word("page-indicator", layout.pageIndicator, unless: .none)
    word("header-mode", layout.headerMode, unless: .default)
    bool("infinite-scrolling", layout.infiniteScrolling, unless: false)
    bool("show-empty-component", layout.showEmptyComponent, unless: false)
    bool("dynamic-span", layout.dynamicSpan, unless: false)
    bool("dynamic-height", layout.dynamicHeight, unless: true)
    endObject()
  }

  private mutating func inset(_ inset: EdgeInsets) {
    guard inset != .zero else { return }
    key("inset")
    beginObject()
    number("top", inset.top)
    number("left", inset.left)
    number("bottom", inset.bottom)
    number("right", inset.right)
    endObject()
  }

  mutating func interaction(_ interaction: Interaction) {
    guard interaction != Interaction() else { return }
    key("interaction")
    value(interaction)
  }

  /// An interaction as an object, which is empty when every value is the default.
  mutating func value(_ interaction: Interaction) {
    beginObject()
    word("paginate", interaction.paginate, unless: .disabled)
    word("mouseClick", interaction.mouseClick, unless: .single)
    word("scroll-direction", interaction.scrollDirection, unless: .vertical)
    endObject()
  }
}
