import Glibc

/// Which of the machine's files something is, by whatever path it is reached.
package struct FileIdentity: Equatable {
  private let device: UInt
  private let node: UInt

  /// - Parameter followsLinks: Whether a link at `path` stands for what it leads to.
  /// - Returns: nil where nothing is.
  package init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}
