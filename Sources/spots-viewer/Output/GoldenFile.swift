import Glibc
import SpotsSDL

/// A reference for comparisons with the current output, and the files a failed comparison leaves
/// beside it. Only `accept` writes the reference.
struct GoldenFile {
  /// The words before the extension in the names of the files that a failed comparison leaves.
  static let leftovers = ["new", "diff"]

  /// The path of the reference; the other files have `.new` or `.diff` before its extension.
  let path: String

  /// The reference; nil when there is none.
  func bytes() throws(Failure) -> [UInt8]? {
    do throws(FileError) {
      return try FileBytes.read(path)
    } catch .missing {
      return nil
    } catch {
      throw .environment("\(path.printable()): \(error)")
    }
  }

  /// Makes `bytes` the reference.
  func accept(_ bytes: [UInt8]) throws(Failure) {
    try NewFile.write(bytes, to: path)
    removeRejected()
  }

  /// Writes what does not match the reference beside it.
  ///
  /// - Parameter difference: A picture of how it differs; nil for none.
  func reject(_ bytes: [UInt8], difference: [UInt8]? = nil) throws(Failure) {
    removeRejected()
    try NewFile.write(bytes, to: sibling("new"))
    if let difference { try NewFile.write(difference, to: sibling("diff")) }
  }

  /// Removes the reference, and what comparisons left beside it.
  func remove() {
    unlink(path)
    removeRejected()
  }

  /// Removes the files that an earlier comparison left.
  func removeRejected() {
    for word in Self.leftovers where !SourceFiles.contain(sibling(word)) { unlink(sibling(word)) }
  }

  /// The path of a file that is left beside the reference.
  func sibling(_ word: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
      return "\(path).\(word)"
    }
    return path[..<dot] + ".\(word)" + path[dot...]
  }
}
