import SpotsModel

/// The benchmark's document as structs for Foundation's `JSONDecoder`. They have only the keys that
/// the document uses, so that the decoder spends no time on others.
struct FoundationScreen: Decodable {
  /// A component, with the keys that the document uses.
  struct Component: Decodable {
    var kind: String
    var header: Item?
    var layout: Layout?
    var items: [Item]
  }

  /// An item, with the keys that the document uses.
  struct Item: Decodable {
    var title: String
    var subtitle: String?
    var image: String?
    var action: String?
    var kind: String?
    var size: Size?
  }

  /// The layout of the carousel, in points.
  struct Layout: Decodable {
    /// The keys as the document spells them.
    enum CodingKeys: String, CodingKey {
      case itemSpacing = "item-spacing"
      case inset
    }

    var itemSpacing: Double
    var inset: Inset
  }

  /// The distances from the edges, in points.
  struct Inset: Decodable {
    var top, left, bottom, right: Double
  }

  /// The size that an item asks for, in points.
  struct Size: Decodable {
    var width, height: Double
  }

  var components: [Component]

  /// Whether `screen` has the same content, as far as the benchmark's document sets it.
  func equals(_ screen: Screen) -> Bool {
    components.count == screen.components.count
      && zip(components, screen.components).allSatisfy { mine, theirs in
        mine.kind == theirs.kind.rawValue && mine.header?.title == theirs.header?.title
          && mine.layout?.inset.left ?? 0 == theirs.layout.inset.left
          && mine.items.count == theirs.items.count
          && zip(mine.items, theirs.items).allSatisfy(Self.isEqual)
      }
  }

  private static func isEqual(_ mine: Item, _ theirs: SpotsModel.Item) -> Bool {
    mine.title == theirs.title && mine.subtitle ?? "" == theirs.subtitle
      && mine.image ?? "" == theirs.image && mine.action == theirs.action
      && mine.size?.height ?? 0 == theirs.size.height
  }
}
