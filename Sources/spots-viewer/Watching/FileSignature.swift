import Glibc

/// The state of a path according to stat(2), to notice changes the kernel does not report.
struct FileSignature: Equatable {
  private var failure: Int32 = 0
  private var device: UInt = 0
  private var node: UInt = 0
  private var mode: UInt32 = 0
  private var size = 0
  private var modified = [0, 0]
  private var changed = [0, 0]

  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      failure = errno
      return
    }
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
    mode = status.st_mode
    size = Int(status.st_size)
    modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
  }

  /// Whether the last change is at least 2 seconds old, so that another one would show despite the
  /// coarse timestamps of file systems.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return failure == 0 && max(modified[0], changed[0]) + 2 <= now.tv_sec
  }
}
