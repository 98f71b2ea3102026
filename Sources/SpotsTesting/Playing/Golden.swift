import Spots
import SpotsSDL

/// What is seen is not what a golden file has.
public struct GoldenMismatch: Error, CustomStringConvertible {
  /// The path of the golden file.
  public let path: String
  /// The path of the file that has what is seen.
  public let newPath: String
  /// Whether there is no golden file yet.
  public let isMissing: Bool

  /// A sentence with both paths.
  public var description: String {
    let reason = isMissing ? "there is no such golden file" : "the screen looks different"
    return "\(path): \(reason); see \(newPath), and rename it to accept it"
  }
}

/// A file with what a screen should look like. No comparison changes it.
struct Golden {
  let path: String

  private var newPath: String {
    let name = Path.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path + ".new" }
    let end = name[dot...]
    return String(path.dropLast(end.count)) + ".new" + end
  }

  /// Compares `bytes` with the file, and writes them beside it if they are not the same.
  func compare(_ bytes: [UInt8], _ isSame: ([UInt8]) throws -> Bool) throws {
    var isMissing = false
    do {
      if try isSame(try FileBytes.read(path)) { return }
    } catch FileError.missing {
      isMissing = true
    }
    try WholeFile.write(bytes, to: newPath)
    throw GoldenMismatch(path: path, newPath: newPath, isMissing: isMissing)
  }
}
