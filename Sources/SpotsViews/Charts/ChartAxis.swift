/// A line of text beside an axis, in a color that is chosen when it is drawn.
@MainActor
struct AxisText {
  let line: TextLayout.Line?
  let font: Font
  let height: Double
  private let baseline: Double

  /// - Parameters:
  ///   - font: Before text scale.
  ///   - room: The greatest width, in points; a longer text ends in an ellipsis.
  ///   - isNumber: Whether it reads from left to right everywhere, as signs of numbers do.
  init(
    _ text: String, _ font: Font = .caption, in environment: Environment, room: Double = 400,
    isNumber: Bool = false
  ) {
    self.font = environment.scaled(font)
    let layout = TextLayout(
      text, font: self.font, width: room, lineLimit: 1,
      direction: isNumber ? .leftToRight : environment.textDirection, measurer: environment.text)
    let extents = environment.text.extents(of: self.font)
    (line, height) = (layout.lines.first, layout.lineHeight)
    baseline = (layout.lineHeight - extents.ascent - extents.descent) / 2 + extents.ascent
  }

  /// In points.
  var width: Double { line?.width ?? 0 }

  /// The text with its top left corner at a point.
  func command(at corner: Point, _ color: Color) -> DrawCommand? {
    line.map {
      .text(
        $0.text, font, color, origin: Point(x: corner.x, y: corner.y + baseline), width: $0.width,
        direction: $0.direction)
    }
  }
}

/// The texts along the lower edge of a chart: the names of places, or round times.
@MainActor
struct PlaceAxis {
  /// A text and the x coordinate of its middle.
  private(set) var texts: [(text: AxisText, x: Double)] = []
  /// The least distance between two texts, in points.
  private static let gap = 12.0
  /// The number of texts of which the widest is looked for.
  private static let sampled = 40

  /// - Parameters:
  ///   - moments: The labels as times; nil where they are names.
  init(
    _ labels: ChartLabels, _ moments: [Moment]?, on scale: ChartScale, in environment: Environment
  ) {
    if let moments, let times = scale.times {
      addTimes(times.range, hasZone: moments.first?.hasZone ?? true, scale, environment)
    } else {
      let skeleton = moments.map(Self.skeleton)
      addNames(count: min(labels.count, scale.places), scale, environment) { index in
        if let skeleton, let moments { return environment.language.text(moments[index], skeleton) }
        if case .texts(let texts) = labels { return texts[index] }
        return ""
      }
    }
  }

  /// The form of times that are shown one by one, by how near they are to each other.
  private static func skeleton(_ moments: [Moment]) -> String {
    let gaps = zip(moments, moments.dropFirst()).map { abs($1.seconds - $0.seconds) }
    let gap = gaps.min() ?? 0
    return gap >= 300 * 86_400 ? "y" : gap >= 27 * 86_400 ? "MMM" : gap >= 86_400 ? "MMMd" : "jm"
  }

  private mutating func addTimes(
    _ range: ClosedRange<Double>, hasZone: Bool, _ scale: ChartScale, _ environment: Environment
  ) {
    let language = environment.language
    func wall(_ seconds: Double) -> Double {
      Moment(seconds: seconds, hasZone: hasZone).map(language.wallSeconds) ?? seconds
    }
    let width = AxisText("00:00 AM", in: environment).width + Self.gap
    let ticks = TimeTicks(range, most: max(Int(scale.plot.width / width), 2), wall: wall)
    for (seconds, text) in zip(ticks.seconds, ticks.texts(language, hasZone: hasZone)) {
      add(AxisText(text, in: environment), at: scale.x(at: seconds), on: scale)
    }
  }

  private mutating func addNames(
    count: Int, _ scale: ChartScale, _ environment: Environment, _ text: (Int) -> String
  ) {
    guard count > 0 else { return }
    let distance = scale.isBanded ? scale.band : scale.plot.width / Double(max(count - 1, 1))
    // A few names are cut rather than left out.
    let isCut = count <= 12 && distance >= 44 * environment.textScale
    let room = isCut ? distance - Self.gap / 2 : 160 * environment.textScale
    let samples = stride(from: 0, to: count, by: max(count / Self.sampled, 1))
    let widest = samples.map { AxisText(text($0), in: environment, room: room).width }.max() ?? 0
    let every = isCut ? 1 : max(Int(((widest + Self.gap) / distance).rounded(.up)), 1)
    for index in stride(from: 0, to: count, by: every) {
      add(AxisText(text(index), in: environment, room: room), at: scale.x(index), on: scale)
    }
  }

  /// Adds a text unless it would touch the one before; at the ends it stays within the chart.
  private mutating func add(_ text: AxisText, at x: Double, on scale: ChartScale) {
    let half = text.width / 2
    let middle = min(max(x, scale.plot.x + half), max(scale.plot.maxX - half, scale.plot.x + half))
    if let last = texts.last, middle - half < last.x + last.text.width / 2 + Self.gap / 2 { return }
    texts.append((text, middle))
  }
}
