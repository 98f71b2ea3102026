import SpotsViews

// Pixel arithmetic. A pixel is `0xAARRGGBB`; the one underneath is always opaque, so the result is
// too. Two channels share one multiplication, and every division by 255 is rounded exactly.

extension Color {
  /// `0xAARRGGBB`.
  var pixel: UInt32 {
    UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}

/// `a × b / 255`, rounded; both 0 to 255.
@inline(__always)
func scaled255(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let product = a &* b &+ 128
  return (product &+ (product >> 8)) >> 8
}

/// `source` over `destination` with `alpha`, 0 to 255; ignores the source's own alpha.
@inline(__always)
func blend(_ source: UInt32, over destination: UInt32, alpha: UInt32) -> UInt32 {
  let rest = 255 &- alpha
  var outer = (source & 0xFF00FF) &* alpha &+ (destination & 0xFF00FF) &* rest &+ 0x800080
  outer = ((outer &+ ((outer >> 8) & 0xFF00FF)) >> 8) & 0xFF00FF
  var green = ((source >> 8) & 0xFF) &* alpha &+ ((destination >> 8) & 0xFF) &* rest &+ 0x80
  green = (green &+ (green >> 8)) & 0xFF00
  return 0xFF00_0000 | outer | green
}

/// Four pixels, as the lower and upper halves of each: what every processor multiplies at once.
private typealias Quad = SIMD8<UInt16>

@inline(__always)
private func quad(_ pixel: UInt32) -> Quad { unsafeBitCast(SIMD4(repeating: pixel), to: Quad.self) }

@inline(__always)
private func quad(at place: UnsafePointer<UInt32>) -> Quad {
  UnsafeRawPointer(place).loadUnaligned(as: Quad.self)
}

/// A value of four pixels, 0 to 255, for both halves of each.
@inline(__always)
private func bothHalves(_ values: SIMD4<UInt32>) -> Quad {
  unsafeBitCast(values | values &<< 16, to: Quad.self)
}

/// Each `product / 255`, rounded.
@inline(__always)
private func divided255(_ product: Quad) -> Quad {
  let rounded = product &+ 128
  return (rounded &+ (rounded &>> 8)) &>> 8
}

/// `source` over the four pixels at `target`, with an alpha for both halves of each.
@inline(__always)
private func blend(_ source: Quad, over target: UnsafeMutablePointer<UInt32>, alpha: Quad) {
  let (below, rest) = (quad(at: target), 255 &- alpha)
  let even = divided255((source & 0xFF) &* alpha &+ (below & 0xFF) &* rest)
  let odd = divided255((source &>> 8) &* alpha &+ (below &>> 8) &* rest)
  UnsafeMutableRawPointer(target).storeBytes(
    of: even | odd &<< 8 | quad(0xFF00_0000), as: Quad.self)
}

/// Blends `color`, with its own alpha, over `count` pixels beginning at `start`.
func fillRow(_ start: UnsafeMutablePointer<UInt32>, count: Int, color: UInt32) {
  guard count > 0 else { return }
  let alpha = color >> 24
  if alpha == 255 {
    // Compiled to wide stores; SDL_memset4 is `rep stosl`, a hundred times slower on some machines.
    start.update(repeating: color, count: count)
  } else if alpha > 0 {
    for index in 0..<count {
      start[index] = blend(color, over: start[index], alpha: alpha)
    }
  }
}

/// Blends `color` over one pixel; `coverage`, 0 to 255, scales its alpha.
@inline(__always)
func cover(_ pixel: UnsafeMutablePointer<UInt32>, color: UInt32, coverage: UInt8) {
  guard coverage > 0 else { return }
  pixel.pointee = blend(
    color, over: pixel.pointee, alpha: scaled255(color >> 24, UInt32(coverage)))
}

/// Blends `count` pixels of `source`, each with its own alpha times `alpha`, 0 to 255.
func blendRow(
  _ source: UnsafePointer<UInt32>, onto target: UnsafeMutablePointer<UInt32>, count: Int,
  alpha: UInt32
) {
  guard count > 0, alpha > 0 else { return }
  var all: UInt32 = 0xFF00_0000
  for index in 0..<count { all &= source[index] }
  if all == 0xFF00_0000 {
    // Most images are opaque: they are copied, or blended with one alpha while they fade in.
    if alpha == 255 { return target.update(from: source, count: count) }
    for index in 0..<count {
      target[index] = blend(source[index], over: target[index], alpha: alpha)
    }
    return
  }
  let faded = Quad(repeating: UInt16(alpha))
  var index = 0
  while index + 4 <= count {
    let colors = quad(at: source + index)
    let alphas = unsafeBitCast(colors, to: SIMD4<UInt32>.self) &>> 24
    blend(colors, over: target + index, alpha: divided255(bothHalves(alphas) &* faded))
    index += 4
  }
  for index in index..<count {
    let color = source[index]
    let opacity = scaled255(color >> 24, alpha)
    if opacity > 0 { target[index] = blend(color, over: target[index], alpha: opacity) }
  }
}

/// Replaces `count` pixels with a mix of those of `source`, which are opaque, and `backdrop`.
///
/// - Parameter part: How much of the source is seen, 0 to 256. A screen is mixed in each frame of
///   its way in, and dividing by 256 takes fewer steps than by 255.
func mixRow(
  _ source: UnsafePointer<UInt32>, over backdrop: UInt32,
  into target: UnsafeMutablePointer<UInt32>, count: Int, part: UInt16
) {
  let (below, parts) = (quad(backdrop), Quad(repeating: part))
  let evenBelow = (below & 0xFF) &* (256 &- parts) &+ 128
  let oddBelow = (below &>> 8) &* (256 &- parts) &+ 128
  // A call for every four pixels takes longer than mixing them.
  @inline(__always) func mixed(_ colors: Quad) -> Quad {
    let even = ((colors & 0xFF) &* parts &+ evenBelow) &>> 8
    let odd = ((colors &>> 8) &* parts &+ oddBelow) & 0xFF00
    return even | odd | quad(0xFF00_0000)
  }
  var index = 0
  while index + 4 <= count {
    UnsafeMutableRawPointer(target + index).storeBytes(
      of: mixed(quad(at: source + index)), as: Quad.self)
    index += 4
  }
  while index < count {
    target[index] = unsafeBitCast(mixed(quad(source[index])), to: SIMD4<UInt32>.self)[0]
    index += 1
  }
}

/// The columns of a row from the first to the last pixel of another color than `backdrop`.
///
/// Loops, as a closure of a type of the main actor asks for its actor at each pixel.
func columns(of row: UnsafePointer<UInt32>, count: Int, except backdrop: UInt32) -> Range<Int> {
  var (left, right) = (0, count)
  while left < right, row[left] == backdrop { left += 1 }
  while right > left, row[right - 1] == backdrop { right -= 1 }
  return left..<right
}

/// Blends `color` over `count` pixels, its alpha scaled by the coverage of each pixel in `mask`.
func coverRow(
  _ target: UnsafeMutablePointer<UInt32>, color: UInt32, mask: UnsafePointer<UInt8>, count: Int
) {
  let (source, opacity) = (quad(color), Quad(repeating: UInt16(color >> 24)))
  var index = 0
  while index + 4 <= count {
    // Most pixels of a line of text are empty.
    if UnsafeRawPointer(mask + index).loadUnaligned(as: UInt32.self) != 0 {
      let coverage = SIMD4(
        UInt32(mask[index]), UInt32(mask[index + 1]), UInt32(mask[index + 2]),
        UInt32(mask[index + 3]))
      let alpha = divided255(bothHalves(coverage) &* opacity)
      blend(source, over: target + index, alpha: alpha)
    }
    index += 4
  }
  while index < count {
    cover(target + index, color: color, coverage: mask[index])
    index += 1
  }
}
