/// Views that are off screen, by type, ready for reuse, and the measuring instance of each type.
///
/// Owned by the controller; live across reloads.
@MainActor
final class ReusePool {
  /// The numbers of views created, reused, configured and measured with so far.
  struct Counters: Equatable {
    var created = 0
    var reused = 0
    var configured = 0
    var measured = 0
  }

  let registry: Configuration
  /// The environment of the screen, which the measuring views have too.
  var environment: Environment {
    didSet { for view in prototypes.values { view.environment = environment } }
  }
  var counters = Counters()
  private var spare: [ObjectIdentifier: [any ItemConfigurable]] = [:]
  private var prototypes: [ObjectIdentifier: any ItemConfigurable] = [:]
  /// Sizes of views of uniform height, by room, valid for `uniformVersion` of the environment only.
  private var uniformSizes: [Room: Size] = [:]
  private var uniformVersion = 0

  /// Everything that the size of a view of uniform height depends on.
  private struct Room: Hashable {
    let type: ObjectIdentifier
    let width: Double
    var cellStyle: CellStyle

    @MainActor
    init(_ source: ViewSource, _ cellStyle: CellStyle, _ containerSize: Size) {
      (type, width) = (source.key, containerSize.width)
      self.cellStyle = cellStyle
      (self.cellStyle.isFirst, self.cellStyle.isLast) = (false, false)
      // Scrolling rows sideways does not change their height.
      (self.cellStyle.table, self.cellStyle.lineOffset) = (nil, nil)
    }
  }

  /// The most views of one type that are kept; further ones are released.
  private static let capacity = 64

  init(registry: Configuration, environment: Environment) {
    self.registry = registry
    self.environment = environment
  }

  /// A view in `superview` that shows `item`. Its environment, `cellStyle` and `frame` are set
  /// before it is configured.
  func view(
    for item: Item, role: ViewRole, in superview: View, cellStyle: CellStyle, frame: Rect
  ) -> any ItemConfigurable {
    let source = registry.source(for: item, role: role)
    let view: any ItemConfigurable
    if let used = spare[source.key]?.popLast() {
      counters.reused += 1
      view = used
    } else {
      counters.created += 1
      view = makeView(source)
    }
    view.takeEnvironment(of: superview)
    view.cellStyle = cellStyle
    view.frame = frame
    configure(view, with: item, width: frame.width)
    // Added last, because each change in a view notifies all its superviews.
    superview.addSubview(view)
    return view
  }

  /// Configures a view that fits `item`, in a layout that offers `width` points.
  func configure(_ view: any ItemConfigurable, with item: Item, width: Double) {
    counters.configured += 1
    if view.frame.width != width { view.frame.size.width = width }
    view.configure(with: item)
    view.setNeedsLayout()
  }

  /// Whether `view` can show `item` in `role`.
  func fits(_ view: any ItemConfigurable, _ item: Item, role: ViewRole) -> Bool {
    view.reuseKey == registry.source(for: item, role: role).key
  }

  /// Takes back a view that is no longer shown.
  func enqueue(_ view: any ItemConfigurable) {
    view.removeFromSuperview()
    (view.state, view.isHidden) = ([], false)
    view.presentation = .init()
    view.prepareForReuse()
    let key = view.reuseKey ?? ObjectIdentifier(type(of: view))
    guard spare[key, default: []].count < Self.capacity else { return }
    spare[key, default: []].append(view)
  }

  /// The size the view for `item` computes in the room on offer.
  func measure(_ item: Item, role: ViewRole, cellStyle: CellStyle, containerSize: Size) -> Size {
    let source = registry.source(for: item, role: role)
    guard source.hasUniformHeight else {
      return compute(source, item, cellStyle: cellStyle, containerSize: containerSize)
    }
    let room = Room(source, cellStyle, containerSize)
    if let size = uniformSize(in: room) { return size }
    let size = compute(source, item, cellStyle: cellStyle, containerSize: containerSize)
    uniformSizes[room] = size
    return size
  }

  /// The size of `item` if its views are of uniform height and one was measured there; else nil.
  func uniformSize(
    of item: Item, role: ViewRole, cellStyle: CellStyle, containerSize: Size
  ) -> Size? {
    let source = registry.source(for: item, role: role)
    return source.hasUniformHeight ? uniformSize(in: Room(source, cellStyle, containerSize)) : nil
  }

  private func uniformSize(in room: Room) -> Size? {
    if uniformVersion != environment.version {
      uniformSizes.removeAll()
      uniformVersion = environment.version
    }
    return uniformSizes[room]
  }

  private func compute(
    _ source: ViewSource, _ item: Item, cellStyle: CellStyle, containerSize: Size
  ) -> Size {
    counters.measured += 1
    let prototype = prototypes[source.key] ?? makePrototype(source)
    return prototype.measure(item, cellStyle: cellStyle, containerSize: containerSize)
  }

  /// The view that measures items like `item`.
  func prototype(for item: Item, role: ViewRole) -> any ItemConfigurable {
    let source = registry.source(for: item, role: role)
    return prototypes[source.key] ?? makePrototype(source)
  }

  /// The name of the view type that shows an item.
  func viewName(for item: Item, role: ViewRole) -> String {
    registry.source(for: item, role: role).name
  }

  /// Releases every view that is off screen, because other views may be registered now.
  func removeAll() {
    spare.removeAll()
    prototypes.removeAll()
    uniformSizes.removeAll()
  }

  private func makePrototype(_ source: ViewSource) -> any ItemConfigurable {
    let view = makeView(source)
    view.environment = environment
    prototypes[source.key] = view
    return view
  }

  private func makeView(_ source: ViewSource) -> any ItemConfigurable {
    let view = source.makeView()
    (view as? CompositeItemView)?.pool = self
    return view
  }
}
