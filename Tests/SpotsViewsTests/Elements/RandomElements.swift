import SpotsTestSupport

@testable import SpotsViews

/// Elements nobody would write, with numbers nobody should.
@MainActor
struct RandomElements {
  var random: SplitMix64
  private static let hostile: [Double] = [
    .nan, .infinity, -.infinity, -1, 1e300, -1e300, 1e-300, 0, 0.1, 1e7,
  ]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func number() -> Double {
    Int.random(in: 0...5, using: &random) == 0
      ? Self.hostile.randomElement(using: &random) ?? 0 : Double.random(in: 0...200, using: &random)
  }

  mutating func element(depth: Int) -> any Element {
    guard depth > 0 else { return leaf() }
    switch Int.random(in: 0...11, using: &random) {
    case 0...2: return row(depth)
    case 3...4: return column(depth)
    case 5:
      return element(depth: depth - 1).inset(
        by: EdgeInsets(top: number(), left: number(), bottom: number(), right: number()))
    case 6: return Overlay([element(depth: depth - 1), element(depth: depth - 1)])
    case 7: return element(depth: depth - 1).background(Box(color: .role(.surface)))
    case 8: return element(depth: depth - 1).centered()
    case 9: return element(depth: depth - 1).aspectRatio(number())
    case 10: return sized(depth)
    default: return Box(color: .role(.accent), cornerRadius: number(), element(depth: depth - 1))
    }
  }

  private mutating func children(_ depth: Int) -> [any Element] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let child = element(depth: depth - 1)
      guard Bool.random(using: &random) else { return child }
      return child.flexed(
        grow: number(), shrink: number(), basis: Bool.random(using: &random) ? number() : nil,
        alignment: Bool.random(using: &random)
          ? Flex.Alignment.allCases.randomElement(using: &random) : nil)
    }
  }

  private mutating func row(_ depth: Int) -> Row {
    Row(
      spacing: number(), alignment: Flex.Alignment.allCases.randomElement(using: &random) ?? .start,
      justification: Flex.Justification.allCases.randomElement(using: &random) ?? .start,
      wraps: Bool.random(using: &random), lineSpacing: number(), children(depth))
  }

  private mutating func column(_ depth: Int) -> Column {
    Column(
      spacing: number(), alignment: Flex.Alignment.allCases.randomElement(using: &random) ?? .start,
      justification: Flex.Justification.allCases.randomElement(using: &random) ?? .start,
      wraps: Bool.random(using: &random), lineSpacing: number(), children(depth))
  }

  private mutating func sized(_ depth: Int) -> Sized {
    var limits = SizeLimits()
    if Bool.random(using: &random) { limits.width = number() }
    if Bool.random(using: &random) { limits.height = number() }
    if Bool.random(using: &random) { limits.minimumWidth = number() }
    if Bool.random(using: &random) { limits.maximumHeight = number() }
    return Sized(limits, element(depth: depth - 1))
  }

  private mutating func leaf() -> any Element {
    switch Int.random(in: 0...6, using: &random) {
    case 0...1:
      let words = (0..<Int.random(in: 0...12, using: &random)).map { _ in "word" }
      return LabelElement(
        words.joined(separator: " "), lineLimit: Int.random(in: 0...3, using: &random))
    case 2: return ImageElement(Bool.random(using: &random) ? "photo.png" : "missing.png")
    case 3: return Icon(.check, size: number())
    case 4: return Spacer(number(), grow: number())
    case 5: return Divider(Bool.random(using: &random) ? .horizontal : .vertical)
    default: return ProgressBar(number(), thickness: number())
    }
  }

  mutating func range() -> SizeRange {
    SizeRange(
      minimum: Size(width: number(), height: number()),
      maximum: Size(width: number(), height: number()))
  }
}
