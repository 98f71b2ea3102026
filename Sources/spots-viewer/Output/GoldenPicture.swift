import Spots
import SpotsSDL

/// A reference picture of a screen in a PNG file.
@MainActor
struct GoldenPicture {
  let file: GoldenFile
  /// How much a channel of a pixel may differ, 0 to 255.
  let tolerance: Int

  /// The outcome of a comparison.
  enum Verdict {
    case same
    /// There is no reference yet.
    case missing
    case different(CanvasComparison)
  }

  init(path: String, tolerance: Int) {
    file = GoldenFile(path: path)
    self.tolerance = tolerance
  }

  /// Compares `picture` with the reference, and writes nothing.
  ///
  /// - Throws: `Failure` when the reference cannot be read.
  func verdict(on picture: OffscreenCanvas) throws -> Verdict {
    guard let bytes = try file.bytes() else { return .missing }
    let comparison = try Failure.naming(file.path.printable()) {
      try CanvasComparison(OffscreenCanvas(png: bytes), picture, tolerance: tolerance)
    }
    return comparison.isSame ? .same : .different(comparison)
  }

  /// Returns whether `picture` matches the reference, and reports on standard error why not. With
  /// `update`, writes the reference instead.
  func check(_ picture: OffscreenCanvas, update: Bool) throws -> Bool {
    if update {
      try file.accept(try picture.png())
      return true
    }
    switch try verdict(on: picture) {
    case .same: return true
    case .missing:
      try file.reject(try picture.png())
      report(
        "there is no such golden; look at \(file.sibling("new")), then run again with --update")
    case .different(let comparison):
      try file.reject(try picture.png(), difference: try comparison.difference?.png())
      report(comparison.summary)
    }
    return false
  }

  private func report(_ text: String) {
    StandardError.write("\(file.path.printable()): \(text.printable())\n")
  }
}
