import Glibc

/// A picture's file as it was at one time.
struct ImageFile: Hashable, Sendable {
  /// Without symbolic links.
  let path: String
  private let device: UInt64
  private let inode: UInt64
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// - Throws: When there is no file, when it is not a regular one, or when it is too large.
  init(path: String) throws(ImageFault) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .missing }
    try self.init(path: path, status: status)
  }

  private init(path: String, status: stat) throws(ImageFault) {
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= ImageLimits.bytes else {
      throw .tooManyBytes(limit: ImageLimits.bytes)
    }
    self.path = path
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// The first `limit` bytes; all of them when there are fewer.
  ///
  /// Never blocks on what is no file, and never follows a link that replaced the file meanwhile.
  func bytes(limit: Int = ImageLimits.bytes) throws(ImageFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable }
    let now = try ImageFile(path: path, status: status)
    let count = min(now.size, limit)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = read(descriptor, base + filled, count - filled)
        if got > 0 {
          filled += got
        } else if got < 0, errno == EINTR {
          continue
        } else {
          failed = got < 0
          break
        }
      }
    }
    if failed { throw .unreadable }
    return bytes
  }
}
