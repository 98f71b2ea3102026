/// What one cell of a component, a header or a footer shows.
///
/// Two items are equal when all they hold is equal; what makes them *the same* item across two
/// versions of a screen is `identifier`, or where there is none, their content and order.
public struct Item: Hashable, Sendable {
  /// Identity across reloads. `17` and `"17"` are different identifiers.
  public enum Identifier: Hashable, Sendable {
    case integer(Int)
    case string(String)
  }

  public var identifier: Identifier?
  public var title: String
  public var subtitle: String
  public var text: String
  /// URL of a picture, or its path below the screen's folder or the assets folder.
  public var image: String
  /// The name of the registered view that shows the item; empty means the default view.
  public var kind: String
  /// What a click means, as a URI-like text; nil when a click means nothing more than a selection.
  public var action: String?
  /// The size asked for, in points. A side of 0 is decided by the view.
  public var size: Size

  // Few items carry any of these, so that an item without them pays one pointer.
  private var rare: Rare?

  public init(
    identifier: Identifier? = nil, title: String = "", subtitle: String = "", text: String = "",
    image: String = "", kind: String = "", action: String? = nil, size: Size = .zero,
    meta: Meta = Meta(), relations: [String: [Item]] = [:], children: [ComponentModel] = [],
    model: JSONValue? = nil
  ) {
    self.identifier = identifier
    self.title = title
    self.subtitle = subtitle
    self.text = text
    self.image = image
    self.kind = kind
    self.action = action
    self.size = size
    let values = Rare.Values(meta: meta, relations: relations, children: children, model: model)
    rare = values.isEmpty ? nil : Rare(values)
  }

  /// Free data.
  public var meta: Meta {
    get { rareValues.meta }
    set { rareValues.meta = newValue }
  }

  /// Related items by the name of the relation.
  public var relations: [String: [Item]] {
    get { rareValues.relations }
    set { rareValues.relations = newValue }
  }

  /// Components inside the item, stacked.
  public var children: [ComponentModel] {
    get { rareValues.children }
    set { rareValues.children = newValue }
  }

  /// Data for the presenter registered for the item's kind.
  public var model: JSONValue? {
    get { rareValues.model }
    set { rareValues.model = newValue }
  }

  /// The related item at `index` of `relation`, or nil when there is none.
  public func relation(_ relation: String, _ index: Int = 0) -> Item? {
    guard let items = relations[relation], items.indices.contains(index) else { return nil }
    return items[index]
  }

  private var rareValues: Rare.Values {
    get { rare?.values ?? Rare.Values() }
    set { rare = newValue.isEmpty ? nil : Rare(newValue) }
  }

  /// Immutable once made, so that copies of an item can share it.
  private final class Rare: Hashable, Sendable {
    struct Values: Hashable, Sendable {
      var meta = Meta()
      var relations: [String: [Item]] = [:]
      var children: [ComponentModel] = []
      var model: JSONValue?

      var isEmpty: Bool {
        meta.values.isEmpty && relations.isEmpty && children.isEmpty && model == nil
      }
    }

    let values: Values

    init(_ values: Values) {
      self.values = values
    }

    static func == (a: Rare, b: Rare) -> Bool { a === b || a.values == b.values }
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }
}

// MARK: Literals

extension Item: ExpressibleByStringInterpolation {
  /// An item with nothing but a title.
  public init(stringLiteral title: String) { self.init(title: title) }
}

extension Item.Identifier: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .string(value) }
}
