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

/// Tells the versions of files apart without reading them.
package struct FileVersion: Hashable, Sendable {
  let device: UInt64
  let node: UInt64
  let size: Int
  /// When it was last written, in seconds since 1970 and nanoseconds.
  package let seconds: Int
  let nanoseconds: Int

  package init(_ status: stat) {
    (device, node) = (UInt64(status.st_dev), UInt64(status.st_ino))
    size = Int(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
