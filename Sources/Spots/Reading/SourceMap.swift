/// Where the parts of a screen start in its document.
///
/// Lines and columns are kept, not the document: eight bytes for each item of the components at
/// the top; what is inside items is not in the map.
public struct SourceMap: Equatable, Sendable {
  /// A place in a document; both count from 1, columns in Unicode scalars.
  public struct Position: Hashable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  private var components: [Component] = []

  fileprivate struct Component: Equatable {
    var position: Packed
    var header: Packed?
    var footer: Packed?
    var items: [Packed]
  }

  /// Documents end below 2^32 bytes, so both fit.
  fileprivate struct Packed: Equatable {
    var line: UInt32
    var column: UInt32

    init(_ position: Position) {
      line = UInt32(clamping: position.line)
      column = UInt32(clamping: position.column)
    }

    var position: Position { Position(line: Int(line), column: Int(column)) }
  }

  public init() {}

  /// Where a component starts, that is its `{`; nil when there is none at `index`.
  public func component(_ index: Int) -> Position? {
    components.indices.contains(index) ? components[index].position.position : nil
  }

  /// Where an item of a component starts.
  public func item(_ index: Int, inComponent component: Int) -> Position? {
    guard components.indices.contains(component) else { return nil }
    let items = components[component].items
    return items.indices.contains(index) ? items[index].position : nil
  }

  /// Where a component's header starts, also one that an older document gives as a text.
  public func header(ofComponent index: Int) -> Position? {
    components.indices.contains(index) ? components[index].header?.position : nil
  }

  /// Where a component's footer starts.
  public func footer(ofComponent index: Int) -> Position? {
    components.indices.contains(index) ? components[index].footer?.position : nil
  }

  /// The map of a document whose parts start at `offsets`.
  ///
  /// - Complexity: One walk over the document.
  init(_ offsets: [ComponentOffsets], counter: PositionCounter) {
    var counter = counter
    components.reserveCapacity(offsets.count)
    for offsets in offsets { components.append(Component(offsets, counter: &counter)) }
  }
}

/// Where the parts of one component start, in bytes, as the reader comes across them.
struct ComponentOffsets {
  var start: Int
  var header: Int?
  var footer: Int?
  var items: [UInt32] = []
}

extension SourceMap.Component {
  /// Header and footer may stand before or after the items, or, when a key occurs twice, anywhere:
  /// only the items are in the order of the document.
  fileprivate init(_ offsets: ComponentOffsets, counter: inout PositionCounter) {
    position = SourceMap.Packed(counter.position(of: offsets.start))
    var ahead = counter
    header = offsets.header.map { offset in
      var counter = ahead
      return SourceMap.Packed(counter.position(of: offset))
    }
    footer = offsets.footer.map { offset in
      return SourceMap.Packed(ahead.position(of: offset))
    }
    items = []
    items.reserveCapacity(offsets.items.count)
    for offset in offsets.items {
      items.append(SourceMap.Packed(counter.position(of: Int(offset))))
    }
  }
}
