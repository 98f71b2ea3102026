/// Labels under each other, as wide as there is room; empty ones take none.
@MainActor
struct TextColumn {
  let labels: [Label]
  var spacing = 4.0

  func height(width: Double) -> Double {
    let heights = shown.map { $0.sizeThatFits(Size(width: width, height: .infinity)).height }
    return heights.reduce(0, +) + spacing * Double(max(heights.count - 1, 0))
  }

  func layOut(x: Double, y: Double, width: Double) {
    var y = y
    for label in labels {
      label.isHidden = label.text.isEmpty
      guard !label.isHidden else { continue }
      let height = label.sizeThatFits(Size(width: width, height: .infinity)).height
      label.frame = Rect(x: x, y: y, width: width, height: height)
      y += height + spacing
    }
  }

  private var shown: [Label] { labels.filter { !$0.text.isEmpty } }
}
