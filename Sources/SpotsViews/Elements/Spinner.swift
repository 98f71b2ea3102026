import Glibc

/// A circle of dots that goes round while something is under way.
@MainActor
public struct Spinner: ViewElement, Equatable {
  /// The side of the square around it, in points.
  public var size: Double
  /// The color of the leading dot.
  public var color: Paint

  /// Creates a spinner of 16 points, in the theme's secondary color unless given.
  public init(size: Double = 16, color: Paint = .role(.secondary)) {
    (self.size, self.color) = (size, color)
  }

  /// Sets every property.
  public func updateView(_ view: SpinnerView, with context: ViewElementContext) {
    view.color = color
  }

  /// A square of fixed size.
  public var content: ElementContent {
    ElementContent(
      children: [], layout: SquareLayout(side: sane(size)), backing: .element(self))
  }

  /// Progress without a quantity.
  public var accessibility: Accessibility? { accessibility(in: .english) }
}

extension Spinner: WordedElement {
  func accessibility(in words: Words) -> Accessibility {
    Accessibility(role: .progressBar, label: words[.busy])
  }
}

/// The view of `Spinner`. Out of sight, and where motion is reduced, it rests.
public final class SpinnerView: View {
  /// The theme's secondary color unless set.
  public var color = Paint.role(.secondary) {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }

  public override func draw(in list: inout DrawList) {
    guard let environment else { return }
    Self.draw(in: bounds, color.color(in: environment.theme), environment, into: &list)
  }

  /// The number of dots, and how long each one leads, in seconds.
  private static let (dots, dotTime) = (8, 0.1)

  /// Draws a circle of dots that take turns leading, with the others fading behind.
  static func draw(
    in square: Rect, _ color: Color, _ environment: Environment?, into list: inout DrawList
  ) {
    var first = 0
    if let time = list.time(toMove: square, environment) {
      let turns = (time / dotTime).rounded(.down)
      first = Int(turns.truncatingRemainder(dividingBy: Double(dots)))
      list.setChanging(at: (turns + 1) * dotTime)
    }
    let side = square.width / 5
    let radius = (square.width - side) / 2
    for dot in 0..<dots {
      let angle = Double(dot) / Double(dots) * 2 * .pi
      let age = Double((first - dot + dots) % dots) / Double(dots)
      let center = Point(
        x: square.midX + radius * sin(angle), y: square.midY - radius * cos(angle))
      list.fill(
        Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side),
        color.opacity(1 - age * 0.85), cornerRadius: side / 2)
    }
  }
}

/// The part of a bar that goes to and fro while nobody knows how long something takes.
struct MovingBar: ViewElement, WordedElement, Equatable {
  let color: Paint

  func updateView(_ view: MovingBarView, with context: ViewElementContext) { view.color = color }

  var content: ElementContent {
    ElementContent(children: [], layout: WholeLayout(), backing: .element(self))
  }

  func accessibility(in words: Words) -> Accessibility { Spinner().accessibility(in: words) }
}

final class MovingBarView: View {
  var color = Paint.role(.accent) { didSet { if color != oldValue { setNeedsDisplay() } } }

  /// How long it takes to go to and fro, and how long the bar stays where it is, in seconds.
  private static let (turn, step) = (2.4, 1.0 / 30)
  /// The part of the bar that is filled.
  private static let part = 0.3

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    var place = 0.5
    if let time = list.time(toMove: bounds, environment) {
      let steps = (time / Self.step).rounded(.down)
      let angle = (steps * Self.step / Self.turn).truncatingRemainder(dividingBy: 1) * 2 * .pi
      place = (1 - cos(angle)) / 2
      list.setChanging(at: (steps + 1) * Self.step)
    }
    let length = max(frame.width * Self.part, min(frame.height, frame.width))
    list.fill(
      Rect(x: (frame.width - length) * place, y: 0, width: length, height: frame.height),
      color.color(in: environment.theme), cornerRadius: frame.height / 2)
  }
}

extension DrawList {
  /// The time, in seconds, for something in `rect` that moves by itself; nil where it is out of
  /// sight, or motion is reduced.
  @MainActor
  fileprivate func time(toMove rect: Rect, _ environment: Environment?) -> Double? {
    guard environment?.reducesMotion != true, rect.intersects(visibleRect) else { return nil }
    return time
  }
}
