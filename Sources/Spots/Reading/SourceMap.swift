/// The positions of a screen's parts in its document, except for those inside items.
///
/// For a document that was read whole, lines and columns are stored: eight bytes for each item of
/// the screen's own components. When items are read on demand, they are counted at look-up.
public struct SourceMap: Equatable, Sendable {
  /// A position in a document.
  public struct Position: Hashable, Sendable {
    /// From 1; lines end with LF, CR or CRLF.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int

    /// Creates a position; both count from 1.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  private var components: [Component] = []
  /// Counts the lines of a document whose items are read on demand.
  private var counter: LineCounter?

  /// Creates an empty map, as of a document without components.
  public init() {}

  /// The position of the `{` of a component; nil when there is none at `index`.
  ///
  /// - Complexity: O(1), like all look-ups; in a document whose items are read on demand O(bytes
  ///   before the position) the first time, then of at most a million bytes.
  public func component(_ index: Int) -> Position? {
    components.indices.contains(index) ? position(components[index].start) : nil
  }

  /// The position of an item of a component; nil when there is none at these indices.
  public func item(_ index: Int, inComponent component: Int) -> Position? {
    guard components.indices.contains(component) else { return nil }
    let component = components[component]
    if let items = component.itemsOnDemand {
      guard index >= 0, index < items.count else { return nil }
      return counter?.position(of: items.offset(of: index))
    }
    return component.items.indices.contains(index) ? position(component.items[index]) : nil
  }

  /// The position of a component's header, or of the string in its place; nil without one.
  public func header(ofComponent index: Int) -> Position? {
    guard components.indices.contains(index) else { return nil }
    return components[index].header.flatMap(position)
  }

  /// The position of a component's footer; nil without one.
  public func footer(ofComponent index: Int) -> Position? {
    guard components.indices.contains(index) else { return nil }
    return components[index].footer.flatMap(position)
  }

  /// Compares all positions. Maps of documents read on demand equal only their own copies.
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

  /// Creates the map of a document whose parts start at `offsets`.
  ///
  /// - Complexity: O(bytes).
  init(_ offsets: [ComponentOffsets], counter: PositionCounter) {
    var counter = counter
    components.reserveCapacity(offsets.count)
    for offsets in offsets { components.append(Component(offsets, counter: &counter)) }
  }

  /// Creates the map of a document whose items are read on demand.
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

/// The byte offsets of the parts of one component, collected while it is read.
struct ComponentOffsets {
  var start: Int
  var header: Int?
  var footer: Int?
  var items: [UInt32] = []
  var itemsOnDemand: DocumentItems?
}

extension SourceMap.Component {
  /// Counts header and footer separately, since they may be before or after the items; only the
  /// items are certain to be in the order of the document.
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
