import Spots

/// The views available to a page: the built-in ones, and those its nibs describe.
@MainActor
final class PageNibs {
  let configuration = Configuration()
  /// The last good version of each nib, by path.
  private var good: [String: Nib] = [:]
  private var registered: [String: Nib] = [:]

  init(_ files: NibFiles) {
    update(files)
  }

  /// Registers the nibs in `files`; a file without a valid nib keeps its last good one.
  ///
  /// - Returns: Whether the registered nibs have changed.
  @discardableResult
  func update(_ files: NibFiles) -> Bool {
    var good: [String: Nib] = [:]
    var nibs: [String: Nib] = [:]
    for file in files.files {
      guard let nib = file.reading.nib ?? self.good[file.path] else { continue }
      good[file.path] = nib
      nibs[nib.kind] = nib
    }
    self.good = good
    guard nibs != registered else { return false }
    for (kind, nib) in registered where nibs[kind] != nib { configuration.remove(nibFor: kind) }
    for (kind, nib) in nibs where registered[kind] != nib { configuration.register(nib: nib) }
    registered = nibs
    return true
  }

  func hasGoodVersion(of path: String) -> Bool { good[path] != nil }
}
