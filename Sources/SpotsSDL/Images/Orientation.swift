import Spots

/// How a stored picture is turned to be upright, in EXIF's numbering: 2 mirrored sideways, 3 upside
/// down, 4 mirrored in height, 5 to 8 with rows and columns swapped.
struct Orientation {
  let swapsSides: Bool
  private let mirrorsX: Bool
  private let mirrorsY: Bool

  init(_ number: Int) {
    swapsSides = (5...8).contains(number)
    // Both are in the upright picture.
    mirrorsX = [2, 3, 6, 7].contains(number)
    mirrorsY = [3, 4, 7, 8].contains(number)
  }

  /// Converts `part` of the upright picture to the stored one, whose sides are given.
  func stored(_ part: Rect, width: Double, height: Double) -> Rect {
    let upright =
      swapsSides ? Size(width: height, height: width) : Size(width: width, height: height)
    let x = mirrorsX ? upright.width - part.maxX : part.x
    let y = mirrorsY ? upright.height - part.maxY : part.y
    return swapsSides
      ? Rect(x: y, y: x, width: part.height, height: part.width)
      : Rect(x: x, y: y, width: part.width, height: part.height)
  }
}
