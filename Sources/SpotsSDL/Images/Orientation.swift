import Spots

/// How a stored picture is turned so that it stands upright, as EXIF numbers it: 2 mirrored
/// sideways, 3 upside down, 4 mirrored in height, 5 to 8 with rows and columns swapped.
struct Orientation {
  let swapsSides: Bool
  private let mirrorsX: Bool
  private let mirrorsY: Bool

  init(_ number: Int) {
    swapsSides = (5...8).contains(number)
    // Of the upright picture.
    mirrorsX = [2, 3, 6, 7].contains(number)
    mirrorsY = [3, 4, 7, 8].contains(number)
  }

  /// The stored place of `part` of the upright picture, whose stored sides are given.
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
