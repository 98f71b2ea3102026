/// Fades content cut off at a carousel's ends into the background, as a sign that there is more.
package final class EdgeFade: View {
  /// A fade at one end.
  package struct End: Equatable {
    /// In points; 0 where nothing fades.
    package var width: Double
    /// 0 to 1; how far the content has faded at the very end.
    package var strength: Double

    package init(width: Double = 0, strength: Double = 0) {
      (self.width, self.strength) = (width, strength)
    }

    package var isNothing: Bool { width <= 0 || strength <= 0 }
  }

  /// The widest fade, in points.
  package static let width = 24.0

  /// The fade where the content begins, and where it ends.
  package var ends = (leading: End(), trailing: End()) {
    didSet { if ends != oldValue { setNeedsDisplay() } }
  }

  package override func draw(in list: inout DrawList) {
    guard let background = environment?.theme[.background] else { return }
    func fade(_ end: End, at x: Double, _ side: DrawCommand.Side) {
      guard !end.isNothing else { return }
      let rect = Rect(x: x, y: 0, width: end.width, height: frame.height)
      list.append(.fade(rect, background.opacity(end.strength), towards: side))
    }
    fade(ends.leading, at: 0, .left)
    fade(ends.trailing, at: frame.width - ends.trailing.width, .right)
  }
}
