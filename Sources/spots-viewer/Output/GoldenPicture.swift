import Glibc
import Spots
import SpotsSDL

/// A reference picture of a screen in a file, and the files a failed comparison leaves beside it.
@MainActor
struct GoldenPicture {
  /// The golden's path; `.new.png` and `.diff.png` take the place of its `.png`.
  let path: String
  /// How much a channel of a pixel may differ, 0 to 255.
  let tolerance: Int

  /// Whether `picture` matches the golden. The golden is written only if `update` is true.
  func check(_ picture: OffscreenCanvas, update: Bool) throws -> Bool {
    if update {
      try NewFile.write(try picture.png(), to: path)
      // They belong to the golden that has just been replaced.
      for word in ["new", "diff"] { unlink(sibling(word)) }
      return true
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(path)
    } catch .missing {
      try NewFile.write(try picture.png(), to: sibling("new"))
      report("there is no such golden; look at \(sibling("new")), then run again with --update")
      return false
    } catch {
      throw Failure.environment("\(path.printable()): \(error)")
    }
    return try compare(picture, with: bytes)
  }

  private func compare(_ picture: OffscreenCanvas, with bytes: [UInt8]) throws -> Bool {
    let golden: OffscreenCanvas
    do {
      golden = try OffscreenCanvas(png: bytes)
    } catch {
      throw Failure.environment("\(path.printable()): \(error)")
    }
    let comparison = try CanvasComparison(golden, picture, tolerance: tolerance)
    guard !comparison.isSame else { return true }
    try NewFile.write(try picture.png(), to: sibling("new"))
    if let difference = comparison.difference {
      try NewFile.write(try difference.png(), to: sibling("diff"))
    }
    report(comparison.sizeMismatch ?? "\(comparison.differingPixels) pixels differ")
    return false
  }

  private func sibling(_ word: String) -> String {
    let base = path.hasSuffix(".png") ? String(path.dropLast(4)) : path
    return "\(base).\(word).png"
  }

  private func report(_ text: String) {
    StandardError.write("\(path.printable()): \(text.printable())\n")
  }
}
