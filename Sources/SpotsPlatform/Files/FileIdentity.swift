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

  /// Nil for a descriptor that is not open.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether it is at least 2 seconds old, so that another one would show despite the coarse
  /// timestamps of file systems.
  package func isSettled() -> Bool { seconds + 2 <= time(nil) }

  /// Whether both are versions of one file.
  package func isSameFile(_ other: FileVersion) -> Bool {
    (device, node) == (other.device, other.node)
  }
}
