import Spots

/// The same screen as structs for Foundation's `JSONDecoder`: what the document holds, and nothing
/// besides it that would cost the decoder time.
struct FoundationScreen: Decodable {
  struct Component: Decodable {
    var kind: String
    var header: Item?
    var layout: Layout?
    var items: [Item]
  }

  struct Item: Decodable {
    var title: String
    var subtitle: String?
    var image: String?
    var action: String?
    var kind: String?
    var size: Size?
  }

  struct Layout: Decodable {
    enum CodingKeys: String, CodingKey {
      case itemSpacing = "item-spacing"
      case inset
    }

    var itemSpacing: Double
    var inset: Inset
  }

  struct Inset: Decodable {
    var top, left, bottom, right: Double
  }

  struct Size: Decodable {
    var width, height: Double
  }

  var components: [Component]

  /// Whether both readers found the same.
  func equals(_ screen: Screen) -> Bool {
    components.count == screen.components.count
      && zip(components, screen.components).allSatisfy { mine, theirs in
        mine.kind == theirs.kind.rawValue && mine.header?.title == theirs.header?.title
          && mine.layout?.inset.left ?? 0 == theirs.layout.inset.left
          && mine.items.count == theirs.items.count
          && zip(mine.items, theirs.items).allSatisfy(Self.isEqual)
      }
  }

  private static func isEqual(_ mine: Item, _ theirs: Spots.Item) -> Bool {
    mine.title == theirs.title && mine.subtitle ?? "" == theirs.subtitle
      && mine.image ?? "" == theirs.image && mine.action == theirs.action
      && mine.size?.height ?? 0 == theirs.size.height
  }
}
