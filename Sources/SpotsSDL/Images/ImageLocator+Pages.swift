// Names for the pictures of documents that are shown inside another, whose locator finds them.

extension ImageLocator {
  /// Separates the folder of a document from a path in it. The file system ignores it.
  static let seam = "/.//"

  /// The screen's name for the picture that a document in `folder`, relative to the screen's
  /// folder, calls `source`. It is looked up in that folder rather than in the screen's.
  public static func name(of source: String, inFolder folder: String) -> String {
    let isWhole = source.hasPrefix("/") || hasScheme(source) || meansNone(source)
    return isWhole ? source : folder + seam + source
  }

  /// The screen's name for the picture that a document from `address` calls `source`; never a file.
  public static func name(of source: String, at address: WebAddress) -> String {
    if meansNone(source) { return source }
    return address.resolve(source)?.description ?? "outside:" + source
  }

  /// Whether `source` begins with a URL scheme.
  private static func hasScheme(_ source: String) -> Bool {
    guard let colon = source.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return isScheme(source[..<colon])
  }

  /// The files that `path` may mean. The first root is the screen's folder; a path from another
  /// document may also lie below the other roots. Empty when the path leads out of them.
  func places(of path: String) -> [String] {
    let rest = path.firstRange(of: Self.seam).map { String(path[$0.upperBound...]) }
    let first = rest == nil ? roots[...] : roots.prefix(1)
    return places(of: path, below: first)
      + (rest.map { places(of: $0, below: roots.dropFirst()) } ?? [])
  }

  private func places(of path: String, below roots: ArraySlice<String>) -> [String] {
    if Self.leavesRoot(path), allowed.isEmpty { return [] }
    return path.hasPrefix("/") ? [path] : roots.map { $0 + "/" + path }
  }
}
