import Glibc

/// A folder below the user's folders for caches or for state, as the XDG base directories define
/// them.
package struct CacheFolder: Hashable, Sendable {
  /// The folder need not exist; the first write creates it.
  package let path: String

  /// Creates a cache folder at any path.
  package init(path: String) {
    self.path = path
  }

  /// `$XDG_CACHE_HOME/spots/name`, or `~/.cache/spots/name`; nil for users without a home.
  package static func standard(_ name: String) -> CacheFolder? {
    base("XDG_CACHE_HOME", below: "/.cache").map { CacheFolder(path: "\($0)/spots/\(name)") }
  }

  /// `$XDG_STATE_HOME/spots`, or `~/.local/state/spots`, for data that is kept from one start to
  /// the next and, unlike a cache, cannot be recreated; nil for users without a home.
  package static var state: CacheFolder? {
    base("XDG_STATE_HOME", below: "/.local/state").map { CacheFolder(path: "\($0)/spots") }
  }

  private static func base(_ variable: String, below usual: String) -> String? {
    func folder(_ variable: String) -> String? {
      // The specification says to ignore relative paths.
      getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return folder(variable) ?? folder("HOME").map { $0 + usual }
  }

  /// Where the file called `name` is, or would be.
  package func path(of name: String) -> String { path + "/" + name }

  /// Writes a file, as a whole or not at all, into the folder, which is created if it is missing.
  package func write(_ bytes: [UInt8], to name: String) throws(FileError) {
    do throws(FileError) {
      try WholeFile.write(bytes, to: path(of: name), isPrivate: true)
    } catch .missing {
      try make()
      try WholeFile.write(bytes, to: path(of: name), isPrivate: true)
    }
  }

  /// Writes a file as `write` does, if that is possible.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  package func keep(_ bytes: [UInt8], as name: String) -> Bool {
    do throws(FileError) {
      try write(bytes, to: name)
      return true
    } catch {
      return false
    }
  }

  /// The bytes of the file called `name`; nil when it cannot be read, or has more than `limit`.
  package func read(_ name: String, limit: Int = FileBytes.limit) -> [UInt8]? {
    FileBytes.contents(of: path(of: name), limit: limit)
  }

  /// Runs `body` while it holds a lock on the folder, which keeps out other processes that use this
  /// method. The folder is created if it is missing. Where it cannot be locked within `patience`
  /// seconds, `body` runs regardless: nothing kept here is worth a longer wait.
  package func withLock(patience: Double, _ body: () -> Void) {
    let folder = openFolder()
    defer { if folder >= 0 { close(folder) } }
    let pause = 0.002
    for _ in 0...Int(patience / pause) where folder >= 0 {
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { break }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(UInt32(pause * 1e6))
    }
    body()
  }

  /// Locks the folder, which is created if it is missing, for as long as the lock exists; nil while
  /// there is another one, also of another process.
  package func lock() -> FolderLock? {
    let folder = openFolder()
    guard folder >= 0 else { return nil }
    let lock = FolderLock(folder: folder)
    return flock(folder, LOCK_EX | LOCK_NB) == 0 ? lock : nil
  }

  /// A descriptor of the folder, or -1.
  private func openFolder() -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let folder = open(path, flags)
    guard folder < 0, errno == ENOENT, exists() else { return folder }
    return open(path, flags)
  }

  /// When the file called `name` was last written, in seconds since 1970; nil when there is none. A
  /// file that is older than `lifetime`, in seconds, is removed.
  func timeOfFile(_ name: String, lifetime: Int) -> Int? {
    var status = stat()
    guard stat(path(of: name), &status) == 0 else { return nil }
    let saved = status.st_mtim.tv_sec
    if Self.isFresh(saved, lifetime: lifetime) { return saved }
    remove(name)
    return nil
  }

  /// Removes all files that are older than `lifetime`, in seconds.
  func removeFiles(olderThan lifetime: Int) {
    for file in files() where !Self.isFresh(file.changed, lifetime: lifetime) { remove(file.name) }
  }

  /// A file from the future, after the clock was set back, may be of any age.
  private static func isFresh(_ saved: Int, lifetime: Int) -> Bool {
    (-60...lifetime).contains(time(nil) - saved)
  }

  package func remove(_ name: String) { unlink(path(of: name)) }

  /// The names of all files, with their sizes in bytes, the times they were last written, and those
  /// they were last written or `touch`ed, both in seconds since 1970.
  package func files() -> [(name: String, size: Int, changed: Int, time: Int)] {
    (FolderEntries.names(in: path) ?? []).compactMap { name in
      var status = stat()
      guard lstat(path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      let (changed, used) = (status.st_mtim.tv_sec, status.st_atim.tv_sec)
      return (name, Int(status.st_size), changed, max(changed, used))
    }
  }

  /// When all files together exceed `budget` bytes, removes the least recently used ones until the
  /// others take no more than `rest`.
  ///
  /// - Returns: The total size of the remaining files, in bytes.
  @discardableResult
  func prune(to rest: Int, over budget: Int) -> Int {
    let files = files()
    var total = files.reduce(0) { $0 + $1.size }
    guard total > budget else { return total }
    for file in files.sorted(by: { $0.time < $1.time }) where total > rest {
      remove(file.name)
      total -= file.size
    }
    return total
  }

  /// Marks a file as used now but not as changed, so that whatever shows it does not reload it.
  func touch(_ name: String) {
    var status = stat()
    var now = timespec()
    guard lstat(path(of: name), &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else {
      return
    }
    utimensat(AT_FDCWD, path(of: name), [now, status.st_mtim], 0)
  }

  /// Whether the folder exists, or could be created.
  func exists() -> Bool {
    do throws(FileError) {
      try make()
      return true
    } catch {
      return false
    }
  }

  private func make() throws(FileError) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
        throw Self.error(errno)
      }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.error(errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw Self.error(ENOTDIR) }
  }

  /// A file where a folder should be is not just a missing folder: none can be made there.
  private static func error(_ code: Int32) -> FileError {
    code == ENOTDIR ? .system(code: code) : FileError(code: code)
  }

  /// A name for `key`: its letters and digits, to recognize it by, and a hash of all of it. Two
  /// keys may have one name, so readers check the key.
  package static func name(for key: String, suffix: String) -> String {
    let readable = key.utf8.prefix(80).map { byte -> UInt8 in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || byte == UInt8(ascii: ".")
      return isPlain ? byte : UInt8(ascii: "-")
    }
    // A dot at the start would hide the file.
    return "k" + String(decoding: readable, as: UTF8.self) + "-" + hash(of: key.utf8) + suffix
  }

  /// A hash that is the same in every run, unlike `Hasher`. Only for names: collisions can be
  /// crafted.
  static func hash(of bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

/// A lock on a folder, which is released with it.
package final class FolderLock: Sendable {
  private let folder: Int32

  fileprivate init(folder: Int32) { self.folder = folder }

  deinit { close(folder) }
}
