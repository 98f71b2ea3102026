import Glibc
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Compares `canvas` with `Goldens/name.png` beside this file, which is written only when the tests
/// run with `UPDATE_GOLDENS=1`. What differs is left beside it, as `name.new.png` and
/// `name.diff.png`.
///
/// - Parameter tolerance: How much a channel of a pixel may differ, 0 to 255.
@MainActor
func expectPixels(
  _ canvas: OffscreenCanvas, _ name: String, tolerance: Int = 0,
  isUpdating: Bool = isUpdatingGoldens,
  file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/Goldens/"
  let golden = folder + name + ".png"
  let (fresh, difference) = (folder + name + ".new.png", folder + name + ".diff.png")
  if isUpdating {
    #expect(writeBytes(try canvas.png(), to: golden), sourceLocation: sourceLocation)
  } else if let known = readBytes(golden) {
    let comparison = try CanvasComparison(
      try OffscreenCanvas(png: known), canvas, tolerance: tolerance)
    if !comparison.isSame {
      #expect(writeBytes(try canvas.png(), to: fresh))
      if let canvas = comparison.difference {
        #expect(writeBytes(try canvas.png(), to: difference))
      }
      Issue.record(
        """
        '\(name)': \(comparison.sizeMismatch ?? "\(comparison.differingPixels) pixels differ")
        see \(difference)
        accept: UPDATE_GOLDENS=1 swift test --filter SpotsSDLTests
        """, sourceLocation: sourceLocation)
      return
    }
  } else {
    #expect(writeBytes(try canvas.png(), to: fresh))
    Issue.record("'\(name)' has no golden; see \(fresh)", sourceLocation: sourceLocation)
    return
  }
  unlink(fresh)
  unlink(difference)
}
