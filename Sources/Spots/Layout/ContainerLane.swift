/// The stretch of a container's width that everything in it keeps to.
///
/// On a screen it is wide enough for rows where there is nothing else, and for grids, carousels and
/// columns where there are any.
struct ContainerLane: Equatable, Sendable {
  /// The greatest width, in points; infinite for none.
  var limit = Double.infinity
  /// The room at both sides that is left free, and over which carousels scroll, in points.
  var margin = 0.0
  /// The room between columns, in points.
  var gap = 0.0
  /// The part of a gap, in points, over which the shadows of a carousel in a column reach, too
  /// small to show part of an item; nil where components with an inset of their own fill all.
  var bleed: Double?

  private static let widest = 1600.0
  private static let columnBleed = 8.0
}

/// The greatest width of the lane of a screen.
enum LaneLimit: Equatable, Sendable {
  /// In points; 0 for none.
  case points(Double)
  /// By the kinds of the first components: of `count`, those of the screen itself where other pages
  /// follow it, or of all.
  case byContent(count: Int?)

  init(_ screen: Screen) {
    self = screen.maxWidth.map(LaneLimit.points) ?? .byContent(count: screen.ownCount)
  }
}

extension ContainerLane {
  /// The lane of a container of `width` for the components `models`.
  ///
  /// - Parameter limit: That of a screen; nil inside a composite item, which the components fill.
  @MainActor
  init(
    for models: some RandomAccessCollection<ComponentModel>, width: Double, _ limit: LaneLimit?,
    _ environment: Environment
  ) {
    if environment.spacing == .comfortable {
      margin = limit == nil ? Lane.margin(ofRow: width) : Self.margin(width)
      gap = limit == nil ? 2 * margin : width < 1440 ? 24 : 32
      bleed = limit == nil ? nil : Self.columnBleed
    }
    switch limit {
    case .points(let width)?:
      self.limit = width > 0 ? width * max(environment.textScale, 1) : .infinity
    case .byContent(let count)?:
      let own = models.prefix(count ?? models.count)
      self.limit = own.reduce(Self.usualLimit(own, environment)) { widest, model in
        let layout = model.layout(for: environment.breakpoints.widthClass(of: width)).clamped
        return max(widest, layout.maxWidth.map { $0 > 0 ? $0 : .infinity } ?? 0)
      }
    case nil: break
    }
  }

  /// The greatest width for `models`, in points, unless one of them asks for more. It depends on
  /// the document, whether or not its items are shown, so that the lane stays while they are
  /// filtered.
  @MainActor
  private static func usualLimit(
    _ models: some RandomAccessCollection<ComponentModel>, _ environment: Environment
  ) -> Double {
    let scale = max(environment.textScale, 1)
    guard models.contains(where: { $0.column != nil || !$0.hasOnlyRows }) else {
      return CellStyle.readableWidth * scale
    }
    // Grids from edge to edge are what older screens are made of.
    let fills =
      environment.spacing == .none && !models.contains { $0.kind == .list && !$0.items.isEmpty }
    return fills ? .infinity : widest * scale
  }

  /// The room beside the lane of a comfortable screen, in points.
  private static func margin(_ width: Double) -> Double {
    switch width {
    case ..<600: 16
    case ..<1024: 24
    case ..<1440: 32
    default: 40
    }
  }
}

extension ComponentModel {
  /// Whether `layout` arranges the items as rows of a list, one in each.
  func hasRows(in layout: Layout) -> Bool {
    kind == .list && layout.span < 2 && layout.minItemWidth <= 0
  }

  /// Whether the items are rows of a list in windows of every width.
  fileprivate var hasOnlyRows: Bool {
    WidthClass.allCases.allSatisfy { hasRows(in: layout(for: $0)) }
  }
}
