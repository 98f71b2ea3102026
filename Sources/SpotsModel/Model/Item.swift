/// The content of one cell of a component, of a header or of a footer.
///
/// Two items are equal when all their properties are. They are *the same* item in two versions of
/// a screen when their identifiers match or, without identifiers, their content and order.
public struct Item: Hashable, Sendable, TypedPart {
  /// Identity across reloads. `17` and `"17"` are different identifiers.
  public enum Identifier: Hashable, Sendable {
    /// A number in documents.
    case integer(Int)
    /// A string in documents.
    case string(String)

    /// The number or the string.
    package var json: JSONValue {
      switch self {
      case .integer(let number): .integer(number)
      case .string(let text): .string(text)
      }
    }
  }

  /// Nil matches the item by content and order.
  public var identifier: Identifier?
  /// Empty for none, like the other texts.
  public var title: String
  /// The secondary line.
  public var subtitle: String
  /// The longer text of labels, cards and footers.
  public var text: String
  /// URL of an image, or its path below the screen's folder or the assets folder.
  public var image: String
  /// The name of the registered view that shows the item; empty means the default view.
  public var kind: String
  /// The URI-like text a click or Enter sends; nil for an item that is only selected.
  public var action: String?
  /// The size asked for, in points. A side of 0 is decided by the view.
  public var size: Size

  // One pointer for the properties that few items have.
  private var rare: Shared<Rare>?

  /// Creates an empty item for readers to fill in; the other initializer would double their time.
  package init() {
    (title, subtitle, text, image, kind, size) = ("", "", "", "", "", .zero)
  }

  /// Creates an item; everything is empty unless given.
  public init(
    identifier: Identifier? = nil, title: String = "", subtitle: String = "", text: String = "",
    image: String = "", kind: String = "", action: String? = nil, size: Size = .zero,
    meta: Meta = Meta(), relations: [String: [Item]] = [:], children: [ComponentModel] = [],
    model: JSONValue? = nil, columns: Columns = Columns(), input: ItemInput? = nil,
    actions: [ItemAction] = []
  ) {
    (self.identifier, self.title, self.subtitle) = (identifier, title, subtitle)
    (self.text, self.image, self.kind) = (text, image, kind)
    (self.action, self.size) = (action, size)
    let values = Rare(
      meta: meta, relations: relations, children: children, columns: columns, model: model,
      input: input.flatMap { $0.isEmpty ? nil : $0 }, actions: actions)
    rare = values.isEmpty ? nil : Shared(values)
  }

  // Disfavored, so that a `JSONValue` and its literals choose the initializer that does not throw.
  /// Creates an item with a typed model for the presenter registered for `kind`.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold, NaN for example.
  @_disfavoredOverload
  public init(
    identifier: Identifier? = nil, title: String = "", subtitle: String = "", text: String = "",
    image: String = "", kind: String = "", action: String? = nil, size: Size = .zero,
    meta: Meta = Meta(), model: some Encodable
  ) throws {
    self.init(
      identifier: identifier, title: title, subtitle: subtitle, text: text, image: image,
      kind: kind, action: action, size: size, meta: meta, model: try JSONValue(encoding: model))
  }

  /// Free data.
  public var meta: Meta {
    get { rare?.values.meta ?? Meta() }
    set { rareValues.meta = newValue }
  }

  /// Related items by the name of the relation.
  public var relations: [String: [Item]] {
    get { rare?.values.relations ?? [:] }
    set { rareValues.relations = newValue }
  }

  /// Components inside the item, shown by the kind `composite`.
  public var children: [ComponentModel] {
    get { rare?.values.children ?? [] }
    _modify {
      var values = rareValues
      // One reference to the children, so that they are changed in place.
      rare = nil
      defer { rareValues = values }
      yield &values.children
    }
  }

  /// The columns for the children that name one.
  public var columns: Columns {
    get { rare?.values.columns ?? Columns() }
    set { rareValues.columns = newValue }
  }

  /// Data for the presenter registered for the item's kind.
  public var model: JSONValue? {
    get { rare?.values.model }
    set { rareValues.model = newValue }
  }

  /// The description of the value that users give the item.
  public var input: ItemInput {
    get { ownInput ?? ItemInput() }
    set { rareValues.input = newValue.isEmpty ? nil : newValue }
  }

  /// The entries of the item's menu.
  public var actions: [ItemAction] {
    get { rare?.values.actions ?? [] }
    set { rareValues.actions = newValue }
  }

  /// The item's JSON, without its children, where strings have holes for the screen's data. It is
  /// in documents alone: what is shown has the values instead.
  package var template: JSONText? {
    get { rare?.values.template }
    set { rareValues.template = newValue }
  }

  /// A longer text in Markdown, for labels and cards; an item with one and no kind is a label.
  public var markdown: String {
    get { rare?.values.markdown ?? "" }
    set { rareValues.markdown = newValue }
  }

  /// The sign at the end of a row; nil leaves it to the action.
  public var accessory: ItemAccessory? {
    get { rare?.values.accessory }
    set { rareValues.accessory = newValue }
  }

  /// A few words that stand out beside the title; nil for none.
  public var badge: Badge? {
    get { rare?.values.badge }
    set { rareValues.badge = newValue }
  }

  /// The place of a row in a tree.
  public var nesting: RowNesting {
    get { rare?.values.nesting ?? RowNesting() }
    set { rareValues.nesting = newValue }
  }

  /// The numbers that charts and sparklines draw; nil for none.
  public var chart: Chart? {
    get { rare?.values.chart }
    set { rareValues.chart = newValue }
  }

  /// `input`, or nil when nothing is set; cheap, because it is read for all items of a list.
  var ownInput: ItemInput? { rare?.values.input }
  /// Parts of `input` that are read for all items in sight at each frame, without a copy of it.
  package var enabledWhen: InputCondition? { rare?.values.input?.enabledWhen }
  package var visibleWhen: InputCondition? { rare?.values.input?.visibleWhen }

  /// `input`, or nil unless it has checks or limits, or depends on other values.
  package var rules: ItemInput? {
    guard let own = ownInput,
      own.enabledWhen != nil || own.visibleWhen != nil || own.checks != InputChecks()
        || own.minimum != nil || own.maximum != nil
    else { return nil }
    return own
  }

  /// Whether the item's value can be invalid: a day can be half typed, for example.
  package var isJudged: Bool {
    rules != nil || takesNumber || ownInput?.inputType == .color
      || InputKind(of: self)?.isDateOrTime == true
  }

  /// The related item at `index` of `relation`, or nil when there is none.
  public func relation(_ relation: String, _ index: Int = 0) -> Item? {
    guard let items = relations[relation], items.indices.contains(index) else { return nil }
    return items[index]
  }

  private var rareValues: Rare {
    get { rare?.values ?? Rare() }
    set { rare = newValue.isEmpty ? nil : Shared(newValue) }
  }

  private struct Rare: Hashable, Sendable {
    var meta = Meta()
    var relations: [String: [Item]] = [:]
    var children: [ComponentModel] = []
    var columns = Columns()
    var model: JSONValue?
    var input: ItemInput?
    var actions: [ItemAction] = []
    var markdown = ""
    var accessory: ItemAccessory?
    var template: JSONText?
    var chart: Chart?
    var badge: Badge?
    var nesting = RowNesting()

    var isEmpty: Bool {
      meta.values.isEmpty && relations.isEmpty && children.isEmpty && columns.isEmpty
        && model == nil && input == nil && actions.isEmpty && markdown.isEmpty
        && accessory == nil && template == nil && chart == nil && badge == nil
        && nesting == RowNesting()
    }
  }

  /// Whether `disabled` in `meta` is true: the item is shown but cannot be used.
  public var isDisabled: Bool { meta.bool("disabled") }
}

// MARK: Literals

extension Item: ExpressibleByStringInterpolation {
  /// An item with nothing but a title.
  public init(stringLiteral title: String) { self.init(title: title) }
}

extension Item.Identifier: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
  /// Creates an `integer`.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a `string`.
  public init(stringLiteral value: String) { self = .string(value) }
}

/// The key that matches items of two lists: the identifier or, without one, the content.
package enum ItemIdentity: Hashable {
  case identifier(Item.Identifier)
  case content(Item)

  package init(_ item: Item) {
    self = item.identifier.map(ItemIdentity.identifier) ?? .content(item)
  }
}
