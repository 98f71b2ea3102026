/// Where the parts of a screen start in its document.
///
/// Of a document that was read at once, lines and columns are kept: eight bytes for each item of
/// the components at the top. Of one whose items are read on demand they are counted when they are
/// asked for. What is inside items is not in the map.
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
  /// Counts the lines of a document whose items are read on demand.
  private var counter: LineCounter?

  public init() {}

  /// Where a component starts, that is its `{`; nil when there is none at `index`.
  ///
  /// - Complexity: As of all look-ups, O(1); of a document read on demand O(bytes before the place)
  ///   the first time, then at most a million bytes are looked at.
  public func component(_ index: Int) -> Position? {
    components.indices.contains(index) ? position(components[index].start) : nil
  }

  /// Where an item of a component starts.
  public func item(_ index: Int, inComponent component: Int) -> Position? {
    guard components.indices.contains(component) else { return nil }
    let component = components[component]
    if let items = component.itemsOnDemand {
      guard index >= 0, index < items.count else { return nil }
      return counter?.position(of: items.offset(of: index))
    }
    return component.items.indices.contains(index) ? position(component.items[index]) : nil
  }

  /// Where a component's header starts, also one that an older document gives as a text.
  public func header(ofComponent index: Int) -> Position? {
    guard components.indices.contains(index) else { return nil }
    return components[index].header.flatMap(position)
  }

  /// Where a component's footer starts.
  public func footer(ofComponent index: Int) -> Position? {
    guard components.indices.contains(index) else { return nil }
    return components[index].footer.flatMap(position)
  }

  public static func == (a: SourceMap, b: SourceMap) -> Bool {
    guard a.counter == nil, b.counter == nil else {
      return a.counter === b.counter && a.components == b.components
    }
    return a.components == b.components
  }

  private func position(_ place: Place) -> Position? {
    guard place.line == 0 else { return Position(line: Int(place.line), column: Int(place.column)) }
    return counter?.position(of: Int(place.column))
  }

  // MARK: Making

  fileprivate struct Component: Equatable {
    var start: Place
    var header: Place?
    var footer: Place?
    var items: [Place]
    var itemsOnDemand: DocumentItems?

    static func == (a: Component, b: Component) -> Bool {
      a.start == b.start && a.header == b.header && a.footer == b.footer && a.items == b.items
        && a.itemsOnDemand === b.itemsOnDemand
    }
  }

  /// A line and a column, or line 0 and an offset. Documents end below 2^32 bytes, so all fit.
  fileprivate struct Place: Equatable {
    var line: UInt32
    var column: UInt32

    init(_ position: Position) {
      line = UInt32(clamping: position.line)
      column = UInt32(clamping: position.column)
    }

    init(offset: Int) {
      line = 0
      column = UInt32(clamping: offset)
    }
  }

  /// The map of a document whose parts start at `offsets`.
  ///
  /// - Complexity: One walk over the document.
  init(_ offsets: [ComponentOffsets], counter: PositionCounter) {
    var counter = counter
    components.reserveCapacity(offsets.count)
    for offsets in offsets { components.append(Component(offsets, counter: &counter)) }
  }

  /// The same, of a document whose items are read on demand.
  ///
  /// - Complexity: O(components).
  init(_ offsets: [ComponentOffsets], of document: ScreenBytes) {
    counter = LineCounter(document)
    components = offsets.map { offsets in
      Component(
        start: Place(offset: offsets.start), header: offsets.header.map(Place.init(offset:)),
        footer: offsets.footer.map(Place.init(offset:)), items: [],
        itemsOnDemand: offsets.itemsOnDemand)
    }
  }
}

/// Where the parts of one component start, in bytes, as the reader comes across them.
struct ComponentOffsets {
  var start: Int
  var header: Int?
  var footer: Int?
  var items: [UInt32] = []
  var itemsOnDemand: DocumentItems?
}

extension SourceMap.Component {
  /// Header and footer may stand before or after the items, or, when a key occurs twice, anywhere:
  /// only the items are in the order of the document.
  fileprivate init(_ offsets: ComponentOffsets, counter: inout PositionCounter) {
    start = SourceMap.Place(counter.position(of: offsets.start))
    var ahead = counter
    header = offsets.header.map { offset in
      var counter = ahead
      return SourceMap.Place(counter.position(of: offset))
    }
    footer = offsets.footer.map { offset in
      return SourceMap.Place(ahead.position(of: offset))
    }
    items = []
    items.reserveCapacity(offsets.items.count)
    for offset in offsets.items {
      items.append(SourceMap.Place(counter.position(of: Int(offset))))
    }
  }
}
