import Spots
import SpotsViewer

/// Looks at a screen in narrow and wide windows for what a designer would not leave: edges that
/// nearly agree, rows that begin elsewhere, empty columns, parts of a row that are too far apart,
/// titles that are cut although there is room for them, and texts and marks that are hard to see.
@MainActor
struct LookReview {
  /// The widths of windows that are looked at, in points.
  static let widths = [360.0, 600, 800, 1024, 1280, 1440, 1920, 2560, 3840]

  /// The height of the windows, in points; what is further down is not looked at.
  private static let height = 8000.0
  /// The width across which the parts of a row are still seen together, in points.
  private static let rowWidth = 960.0

  private let controller: SpotsController
  private var textScale: Double { controller.environment.textScale }

  init(_ controller: SpotsController) {
    self.controller = controller
  }

  /// The first finding about each part, with the width of the window: at normal and twice the size
  /// of text, and in both directions, once with a dark theme.
  static func findings(
    _ screen: Screen, _ file: ScreenFile, in context: ViewerContext
  ) -> [Finding] {
    context.adopt(file)
    let usual = context.environment
    defer { context.environment = usual }
    var found: [String: Finding] = [:]
    for (textScale, isRightToLeft) in [(1.0, false), (2, false), (1, true)] {
      (context.environment.textScale, context.environment.isRightToLeft) = (
        textScale, isRightToLeft
      )
      context.environment.theme = isRightToLeft ? .dark : .light
      let controller = SpotsController(
        screen: screen, size: Size(width: widths[0], height: height),
        configuration: PageNibs(file.nibs).configuration, environment: context.environment)
      for width in widths {
        controller.resize(to: Size(width: width, height: height))
        _ = controller.renderFrame(at: 0)
        for (pointer, words) in LookReview(controller).faults() where found[pointer] == nil {
          let text = textScale > 1 ? ", with text twice as large" : ""
          found[pointer] = Finding(
            pointer, .unevenLook, "\(words) where the screen is \(Int(width)) points wide\(text)")
        }
      }
    }
    return Array(found.values)
  }

  /// The faults at the present width, with the pointers of the parts that have them.
  func faults() -> [(pointer: String, words: String)] {
    let components = controller.components.filter { !$0.geometry.shown.isEmpty }
    var faults = edges(components)
    for component in controller.scrollView.allMounted where component.height > 0 {
      if component.model.kind != .carousel {
        faults += rows(of: component).map { (component.path.pointer, $0) }
      }
      let parts = component.visibleIndexes.map { ItemPath.Part.item($0) } + [.header, .footer]
      var titles: [String: Double] = [:]
      for part in parts {
        guard let item = component.model.part(part), let view = component.view(of: part),
          !(view is CompositeItemView)
        else { continue }
        let seen = seenParts(of: view, at: .zero)
        var words = faintParts(of: view)
        // The columns of a table leave the room that other rows need.
        let isInColumns = view is TableRowView
        if !isInColumns { words += cutTitles(seen, in: view.bounds) }
        // The button of a header ends where its items do.
        if part != .header, !isInColumns { words += lostParts(seen) }
        let title = seen.first { $0.label?.text == item.title }
        if component.model.kind == .list, case .item = part, let title, !(view is NibItemView),
          ![.checkbox, .button].contains(InputKind(of: item)),
          let first = titles.updateValue(
            title.start, forKey: "\(type(of: view)) \(item.nesting.level)"),
          abs(first - title.start) > 1
        {
          words.append("the title begins \(Int(abs(first - title.start))) points beside others")
        }
        faults += words.map { (component.path.part(part).pointer, $0) }
      }
    }
    return faults
  }

  // MARK: Edges

  private struct Column: Hashable {
    let x: Double
    let isBeside: Bool
  }

  /// Components of a column that begin, or end, beside the others. Rows may end earlier.
  private func edges(_ components: [Component]) -> [(String, String)] {
    guard controller.environment.spacing == .comfortable else { return [] }
    // The left and right edges of columns, and of the lane, by where these begin.
    var (starts, ends): ([Double: Double], [Column: Double]) = ([:], [:])
    var faults: [(String, String)] = []
    for component in components where component.height > 0 {
      let geometry = component.geometry
      let x = controller.scrollView.origin(of: component.index).x
      let left = x + geometry.lane.x + geometry.layout.inset.left
      let right = x + geometry.lane.maxX - geometry.layout.inset.right
      let column = Column(x: x, isBeside: controller.scrollView.isBesideOthers(component.index))
      let mayEndEarlier = component.model.kind == .list && hasShortRows(component)
      let (start, end) = (starts[x] ?? left, ends[column])
      starts[x] = start
      if !mayEndEarlier { ends[column] = right }
      if abs(left - start) > 1 {
        faults.append(
          (component.path.pointer, "begins \(Int(abs(left - start))) points beside others"))
      } else if let end, mayEndEarlier ? right > end + 1 : abs(right - end) > 1 {
        faults.append(
          (component.path.pointer, "ends \(Int(abs(right - end))) points beside others"))
      }
    }
    return faults
  }

  /// Whether rows end before they are too long, as they do in all but columns side by side.
  private func hasShortRows(_ component: Component) -> Bool {
    !controller.scrollView.isBesideOthers(component.index)
      || component.geometry.layout.maxWidth != nil
  }

  /// The faults of the rows of a list or grid.
  private func rows(of component: Component) -> [String] {
    let geometry = component.geometry
    let indexes = component.visibleIndexes.map { $0 }
    var rows: [[Rect]] = []
    for frame in indexes.map({ geometry.frame(ofItem: $0) }) {
      if let last = rows.last?.last, abs(last.y - frame.y) < 0.5 {
        rows[rows.count - 1].append(frame)
      } else {
        rows.append([frame])
      }
    }
    guard let first = rows.first, let start = first.first else { return [] }
    var words: [String] = []
    if component.model.kind == .list, start.width > Self.rowWidth * textScale + 1,
      geometry.layout.maxWidth == nil, hasShortRows(component)
    {
      words.append("rows are \(Int(start.width)) points long")
    }
    for (index, row) in rows.enumerated() {
      if abs(row[0].x - start.x) > 1 { words.append("row \(index + 1) begins elsewhere") }
      if row.count > first.count || row.count < first.count - 1, index < rows.count - 1 {
        words.append("row \(index + 1) has \(row.count) of \(first.count) columns")
      }
      let gaps = zip(row, row.dropFirst()).map { $1.x - $0.maxX }
      if let least = gaps.min(), let most = gaps.max(), most - least > 1 {
        words.append("row \(index + 1) has unequal gaps")
      }
    }
    return words
  }

  // MARK: Parts of a row

  /// The visible part of a view without subparts.
  private struct Part {
    var frame: Rect
    var label: Label?
    /// The surplus width of a label, in points.
    var slack = 0.0
    /// The left edge of the label's frame.
    var start = 0.0
  }

  private func seenParts(of view: View, at origin: Point) -> [Part] {
    view.subviews.filter { !$0.isHidden && !$0.frame.isEmpty }.flatMap { view -> [Part] in
      var frame = view.frame.offsetBy(x: origin.x, y: origin.y)
      let start = frame.x
      if let label = view as? Label {
        // A label that is cut off counts its whole frame, though the ellipsis may need less.
        let text = label.cutText == nil ? label.sizeThatFits(frame.size).width : frame.width
        switch label.alignment {
        case .leading: break
        case .center: frame.x += (frame.width - text) / 2
        case .trailing: frame.x += frame.width - text
        }
        let slack = max(frame.width - text, 0)
        frame.size.width -= slack
        return text > 0 ? [Part(frame: frame, label: label, slack: slack, start: start)] : []
      }
      let inside = seenParts(of: view, at: frame.origin)
      return inside.isEmpty ? [Part(frame: frame)] : inside
    }
  }

  /// The parts that stand too far from the next one beside them.
  private func lostParts(_ parts: [Part]) -> [String] {
    parts.compactMap { part in
      let behind = parts.filter { $0.frame.x >= part.frame.maxX && isBeside($0, part) }
      guard let next = behind.min(by: { $0.frame.x < $1.frame.x }) else { return nil }
      let distance = next.frame.x - part.frame.maxX
      guard distance > Self.rowWidth * textScale else { return nil }
      return "a part is \(Int(distance)) points from the next"
    }
  }

  private func isBeside(_ a: Part, _ b: Part) -> Bool {
    a.frame.y < b.frame.maxY - 1 && b.frame.y < a.frame.maxY - 1
  }

  /// The texts that would not be cut off if they had the room that is left in their row: behind
  /// them, and in the labels beside them.
  private func cutTitles(_ parts: [Part], in bounds: Rect) -> [String] {
    parts.compactMap { part in
      guard let label = part.label, label.cutText != nil else { return nil }
      // Parts may stay 16 points from each other, or a little more for the sake of columns, and
      // keep from the edges what the first one does.
      let margin = max(parts.map(\.frame.x).min() ?? 0, 16)
      let next = parts.map(\.frame.x).filter { $0 >= part.frame.maxX - 0.5 }.min()
      let behind = (next.map { $0 - 16 } ?? bounds.maxX - margin) - part.frame.maxX
      let beside = parts.filter { isBeside($0, part) && $0.slack > 24 }.reduce(0) { $0 + $1.slack }
      let probe = Label(label.font, lineLimit: label.lineLimit)
      probe.environment = label.environment
      probe.text = label.text
      probe.frame.size = Size(
        width: label.frame.width + max(behind, 0) + beside, height: label.frame.height)
      guard probe.cutText == nil else { return nil }
      return "'\(label.text.printable(limit: 40))' is cut off beside empty room"
    }
  }

  // MARK: Colors

  /// The texts and marks that stand out too little from what is behind them (WCAG 2.2, 1.4.3 and
  /// 1.4.11), but for those in front of pictures, and what cannot be used.
  private func faintParts(of view: View) -> [String] {
    var list = DrawList(viewport: view.bounds)
    view.record(into: &list)
    return list.entries.indices.compactMap { index in
      let (entry, place, color, least): (DrawList.Entry, Point, Color, Double)
      entry = list.entries[index]
      switch entry.command {
      case .text(_, let font, let paint, let origin, let width, _):
        place = Point(x: origin.x + width / 2, y: origin.y - font.size / 3)
        let isLarge = font.size >= (font.weight == .bold ? 18.5 : 24)
        (color, least) = (paint, isLarge ? 3 : 4.5)
      case .polyline(let points, let paint, _):
        (place, color, least) = (points.first ?? .zero, paint, 3)
      default: return nil
      }
      let isOverPicture = list.entries.prefix(index).contains {
        if case .image(_, let rect, _, _, _, _) = $0.command { rect.contains(place) } else { false }
      }
      guard entry.opacity == 1, entry.clip.contains(place), !isOverPicture else { return nil }
      let ground = list.color(
        at: place, over: controller.environment.theme[.background], before: index)
      let contrast = color.over(ground).contrast(with: ground)
      guard contrast < least else { return nil }
      let words = "a part has a contrast of \((contrast * 10).rounded(.down) / 10) to 1"
      return words + " with what is behind it; it needs \(least)"
    }
  }
}
