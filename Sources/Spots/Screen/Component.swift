/// One component on the screen: its model, where its parts are, and the views of what can be seen.
///
/// Owned by the controller; live across reloads as long as the screen has the component.
@MainActor
public final class Component {
  public private(set) var model: ComponentModel { didSet { itemsAhead = .init() } }
  /// The arrangement at the present width.
  public internal(set) var geometry: ComponentGeometry { didSet { sizing = geometry.sizing } }
  /// The geometry's; kept apart, since items are measured while the geometry changes.
  private(set) var sizing: ItemSizing
  /// The horizontal offset of a carousel.
  public internal(set) var horizontal = ScrollAxis()
  /// A hidden component takes no room and keeps its height.
  public internal(set) var isHidden = false
  /// Whether wide rows keep their content in a column in the middle.
  private(set) var isCentred: Bool
  /// The place of the component on the screen, or in its composite item.
  public internal(set) var index = 0
  /// Hears of views that come and go, and knows how each part is being used.
  weak var owner: (any ComponentViewsOwner)?
  /// The views of what can be seen; nil while nothing of the component is in the window.
  private(set) var viewsIfLoaded: ComponentViews?
  /// The offsets of carousels inside composite parts, kept while the parts have no views.
  var innerStands = InnerStands()
  /// The horizontal offset the delegate was told of last.
  var reportedOffset = 0.0
  /// Whether a carousel that moved, and whose rest was not reported since, moves by itself; nil while
  /// there is nothing to report.
  var unreportedMotion: Bool?
  /// The horizontal offset when the carousel was taken hold of last.
  var gestureStart = 0.0
  /// The place a carousel that snaps stands at, as long as its offset is that one.
  var anchor: Anchor?
  let pool: ReusePool
  var itemsAhead = ItemsAhead()
  /// What the component was before the change that is being made.
  private(set) var previous: Previous?
  /// The first place of a carousel that is seen, as long as some of its widths are estimates.
  private var firstSlot: ComponentGeometry.Slot?

  /// A component before a change. Only few components change at a time.
  final class Previous {
    let geometry: ComponentGeometry
    let offset: Double
    let diff: ItemDiff

    init(geometry: ComponentGeometry, offset: Double, diff: ItemDiff) {
      self.geometry = geometry
      self.offset = offset
      self.diff = diff
    }
  }

  /// Carousels without ends are measured as a whole, up to this many items.
  static let longestKnownTurn = 1000

  init(model: ComponentModel, width: Double, isCentred: Bool, pool: ReusePool) {
    self.model = model
    self.isCentred = isCentred
    self.pool = pool
    geometry = .empty
    sizing = geometry.sizing
    layOut(width: width)
  }

  /// How far a carousel's items are scrolled, from 0; of one without ends, within one turn.
  public var contentOffsetX: Double {
    guard let period = geometry.period else { return horizontal.offset }
    return horizontal.offset - (horizontal.offset / period).rounded(.down) * period
  }

  /// The offset the items are drawn at: rounded to whole pixels, like that of the container, and the
  /// same in every turn of an endless carousel.
  func shownOffsetX(in environment: Environment?) -> Double {
    guard let environment else { return horizontal.offset }
    return horizontal.offset - contentOffsetX + environment.onPixel(contentOffsetX)
  }

  /// The height the component takes on the screen.
  var height: Double { isHidden ? 0 : geometry.contentSize.height }

  // MARK: Layout

  /// Arranges everything anew for `width`.
  ///
  /// - Parameter keepsViews: Whether views go on from where they are.
  func layOut(width: Double, keepsViews: Bool = false) {
    arrange(width: width)
    if !keepsViews { viewsIfLoaded?.unmountParts() }
  }

  private func arrange(width: Double) {
    keepingPlace {
      keepingTurn {
        geometry = makeGeometry(width: width)
        // How long a turn is must not be an estimate.
        if model.layout.infiniteScrolling, model.items.count <= Self.longestKnownTurn {
          geometry.prepareAll(measure: measure)
        }
      }
      firstSlot = nil
      updateHorizontalRange(isNew: true)
    }
  }

  /// Changes the geometry; a carousel without ends stays at the same place of the same turn.
  private func keepingTurn(_ change: () -> Void) {
    let old = geometry.period
    change()
    guard let old, geometry.period != old else { return }
    let turn = (horizontal.offset / old).rounded(.down)
    shift(by: turn * ((geometry.period ?? 0) - old))
  }

  /// Moves the coordinates of a carousel's content; what is seen stays.
  private func shift(by distance: Double) {
    guard distance != 0 else { return }
    let isAnchored = anchor?.target == horizontal.target
    horizontal.shift(by: distance)
    reportedOffset += distance
    gestureStart += distance
    if isAnchored { anchor?.target = horizontal.target }
  }

  /// Chooses between a column in the middle and the whole width.
  func setCentred(_ isCentred: Bool) {
    guard isCentred != self.isCentred else { return }
    self.isCentred = isCentred
    arrange(width: geometry.width)
  }

  /// Measures what is needed to know everything in `rect`, in content coordinates.
  ///
  /// - Returns: Whether the content's height changed.
  func prepare(_ rect: Rect) -> Bool {
    let height = geometry.contentSize.height
    guard !geometry.isComplete else { return false }
    if model.arrangement == .carousel {
      prepareColumns(rect)
    } else {
      prepareRows(rect)
    }
    return geometry.contentSize.height != height
  }

  /// What a carousel learns of its columns moves nothing that was seen before; where it moves the
  /// offset, other columns come into view and are measured as well.
  private func prepareColumns(_ rect: Rect) {
    var seen = rect
    for _ in 0..<16 {
      let before = firstSlot.map { geometry.frame(of: $0).x }
      geometry.prepare(seen, measure: measure)
      // The range must not cut the offset before it has moved with its content.
      horizontal.setMaximum(
        max(horizontal.maximum, geometry.horizontalRange), period: geometry.period)
      if let firstSlot, let before { shift(by: geometry.frame(of: firstSlot).x - before) }
      updateHorizontalRange()
      let isSettled = horizontal.offset == seen.x
      seen.x = horizontal.offset
      firstSlot = fixedSlot(in: seen)
      if isSettled { break }
    }
  }

  /// The place that stays where it is when more becomes known: the first one that is seen, but where
  /// a turn begins, that of its first item, and not the end of the turn before.
  private func fixedSlot(in seen: Rect) -> ComponentGeometry.Slot? {
    if let period = geometry.period {
      let turn = (seen.x / period).rounded()
      if abs(seen.x - turn * period) < 0.5, abs(turn) < 1e9 {
        return ComponentGeometry.Slot(item: 0, turn: Int(turn))
      }
    }
    return geometry.firstSlot(in: seen) { geometry.frame(of: $0).maxX > seen.x }
  }

  /// Measures every item.
  func prepareAll() {
    keepingPlace {
      measureAll()
      updateHorizontalRange()
    }
  }

  func measureAll() {
    geometry.prepareAll(measure: measure)
  }

  /// Measures the columns of a carousel that are seen at `offset`.
  func measureColumns(at offset: Double) {
    geometry.prepare(
      Rect(x: offset, y: 0, width: geometry.width, height: 1), measure: measure)
  }

  /// Measures the first items that can be seen where there is no estimate: what has no height would
  /// never come into view, and so never be measured.
  func prepareBeginning() {
    guard geometry.lacksHeight else { return }
    _ = prepare(
      Rect(x: horizontal.offset, y: geometry.headerHeight, width: geometry.width, height: 1))
  }

  private func makeGeometry(width: Double) -> ComponentGeometry {
    ComponentGeometry(
      model: model, width: width, headerHeight: height(of: model.header, .header, width),
      footerHeight: height(of: model.footer, .footer, width), growth: textGrowth,
      layouts: pool.configuration.layouts)
  }

  private func height(of item: Item?, _ role: Configuration.Role, _ width: Double) -> Double {
    guard let item else { return 0 }
    let own = finite(wantedSize(of: item).height)
    if own > 0 { return own }
    let size = pool.measure(
      item, role: role, place: edgePlace(width: width),
      containerSize: Size(width: width, height: .infinity))
    return finite(size.height)
  }

  /// - Parameter isNew: Nothing was measured yet, so that the range may turn out longer: what was
  ///   seen is not given up for an estimate.
  private func updateHorizontalRange(isNew: Bool = false) {
    horizontal.viewportLength = geometry.width
    let isEstimate = isNew && !geometry.isComplete
    let wanted = isEstimate ? min(horizontal.offset, horizontal.maximum) : 0
    horizontal.setMaximum(max(geometry.horizontalRange, wanted), period: geometry.period)
  }

  // MARK: Change

  /// Takes over a new version of the model. Views of items that stay are kept, and configured anew
  /// only when their item changed; sizes of items that did not change are kept.
  ///
  /// - Parameters:
  ///   - known: What becomes of the items, when that is known.
  ///   - remembers: Whether the change is to be seen.
  /// - Returns: What became of the items.
  @discardableResult
  func apply(
    _ new: ComponentModel, known: ItemDiff? = nil, remembers: Bool = false
  ) -> ItemDiff {
    let old = model
    let oldGeometry = geometry
    let diff = known ?? ItemDiff(from: old.items, to: new.items)
    if remembers {
      previous = Previous(geometry: geometry, offset: horizontal.offset, diff: diff)
    }
    keepingPlace(through: diff) {
      model = new
      keepingTurn { geometry = adjustedGeometry(from: oldGeometry, old: old, diff: diff) }
      firstSlot = nil
      innerStands.follow(diff)
      viewsIfLoaded?.keep(diff, new: new, geometry: geometry)
      updateHorizontalRange(isNew: true)
    }
    return diff
  }

  private func adjustedGeometry(
    from old: ComponentGeometry, old oldModel: ComponentModel, diff: ItemDiff
  ) -> ComponentGeometry {
    var fresh = makeGeometry(width: old.width)
    if let kept = old.replacingItems(diff.replacedRanges, in: fresh) {
      fresh = kept
      for change in diff.changes { fresh.remeasure(item: change.new, measure: measure) }
      return fresh
    }
    if old.isComplete, model.arrangement == oldModel.arrangement, fresh.sizing == old.sizing {
      let changed = Set(diff.changes.map(\.new))
      fresh.prepareAll { index in
        if !changed.contains(index), let origin = diff.origin(of: index),
          let size = old.knownSize(ofItem: origin)
        {
          return size
        }
        return measure(index)
      }
    }
    return fresh
  }

  /// Configures and measures items anew that are what they were.
  func reload(_ what: ScreenChange.Reloads) {
    switch what {
    case .none: return
    case .items(let indexes):
      viewsIfLoaded?.reload(items: Set(indexes))
      remeasure(indexes)
    case .all:
      viewsIfLoaded?.reload()
      remeasure(model.items.indices)
    }
  }

  private func remeasure(_ indexes: some Collection<Int>) {
    let old = geometry
    let wanted = Set(indexes)
    var fresh = makeGeometry(width: old.width)
    if old.isComplete {
      fresh.prepareAll { index in
        wanted.contains(index) ? measure(index) : old.knownSize(ofItem: index) ?? measure(index)
      }
    }
    keepingPlace {
      keepingTurn { geometry = fresh }
      firstSlot = nil
      updateHorizontalRange(isNew: true)
    }
  }

  /// The change is made.
  func forgetPrevious() { previous = nil }

  /// The scroll positions of components inside composite parts, with or without views.
  var presentStands: InnerStands { viewsIfLoaded?.presentStands ?? innerStands }

  /// Restores the scroll positions of components inside composite parts, with or without views.
  func restore(inside stands: InnerStands) {
    innerStands = stands
    viewsIfLoaded?.restore(stands)
  }

  // MARK: Views

  /// The views of what can be seen; made when they are asked for first.
  var views: ComponentViews {
    if let viewsIfLoaded { return viewsIfLoaded }
    let views = ComponentViews(of: self)
    viewsIfLoaded = views
    return views
  }

  /// Shows the part of the component that starts `inner` points below its top and is `height` high.
  func mount(inner: Double, height: Double, now: Double) {
    horizontal.isInstant = pool.environment.reducesMotion
    views.mount(self, inner: inner, height: height, now: now)
  }

  /// Gives all views back.
  func unmount() {
    viewsIfLoaded?.unmount()
    viewsIfLoaded = nil
    // Nobody sees the rest of the motion.
    if horizontal.isMoving { horizontal.jump(to: horizontal.target) }
  }
}
