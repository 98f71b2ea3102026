import Glibc

/// Identifies a file of this machine, whatever path leads to it.
package struct FileIdentity: Equatable {
  private let device: UInt
  private let node: UInt

  /// - Parameter followsLinks: Whether a link at `path` stands for its target.
  /// - Returns: Nil when there is no file at `path`.
  package init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}
