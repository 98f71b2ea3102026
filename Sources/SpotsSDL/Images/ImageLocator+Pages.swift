// Pictures of documents that are shown as parts of another one, whose locator finds them.

extension ImageLocator {
  /// Between the folder of a document and a path in it; the file system does not mind.
  static let seam = "/.//"

  /// What the picture is called that a document in `folder`, as seen from the screen's, calls
  /// `source`. It is looked up in that folder rather than in the screen's.
  public static func name(of source: String, inFolder folder: String) -> String {
    let isWhole = source.hasPrefix("/") || hasScheme(source) || meansNone(source)
    return isWhole ? source : folder + seam + source
  }

  /// What the picture is called that a document from `address` calls `source`; it is never a file.
  public static func name(of source: String, at address: WebAddress) -> String {
    if meansNone(source) { return source }
    return address.resolve(source)?.description ?? "outside:" + source
  }

  /// Whether `source` begins as a URL does.
  private static func hasScheme(_ source: String) -> Bool {
    guard let colon = source.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return isScheme(source[..<colon])
  }

  /// Where a path may lead: the screen's folder comes first among the roots, and what another
  /// document names may be in the other roots as well. Nothing when the path leads out.
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
