import Glibc
import SpotsSDL

/// Reports changes in the directories of a trail, by inotify.
///
/// Directories are watched, never the file itself: replacing a file would end a watch on it.
final class DirectoryEvents {
  /// The summary of a batch of events, for one watcher.
  struct Change {
    var signal = FileWatcher.Signal.changing
    /// Whether the path may lead elsewhere now.
    var trailIsStale = false
  }

  /// The entries of a directory that a watcher wants to know about.
  private struct Interest {
    var names: Set<String> = []
    var suffixes: Set<String> = []

    func includes(_ name: String) -> Bool {
      names.contains(name) || suffixes.contains(where: name.hasSuffix)
    }
  }

  let descriptor: Int32
  /// By the kernel's number of the directory, and that of the watcher.
  private var interests: [Int32: [Int: Interest]] = [:]

  /// Nil when the system has no inotify, or the user's limit of instances is reached.
  init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Watches the directories of `trail`, and no others, for a watcher.
  ///
  /// - Returns: Whether every change will be reported. False when a directory cannot be watched, or
  ///   is on a file system that others write to without the kernel's knowledge.
  func follow(_ trail: PathTrail, for watcher: Int) -> Bool {
    var isComplete = true
    var followed: [Int32: Interest] = [:]
    for directory in trail.directories.union(trail.names.keys) {
      let wanted = trail.names[directory] ?? []
      let endings = trail.suffixes[directory] ?? []
      let hasEntries = !endings.isEmpty || !wanted.isEmpty
      // A directory may have two paths (bind mounts) but has one watch, so the masks are added.
      let mask =
        UInt32(IN_ONLYDIR | IN_MASK_ADD) | Self.selfMask | (hasEntries ? Self.entryMask : 0)
      let watch = inotify_add_watch(descriptor, directory, mask)
      if watch >= 0 {
        followed[watch, default: Interest()].names.formUnion(wanted)
        followed[watch, default: Interest()].suffixes.formUnion(endings)
      }
      if hasEntries, watch < 0 || SharedFileSystem.contains(directory) { isComplete = false }
    }
    replace(for: watcher, followed)
    return isComplete
  }

  /// Watches nothing more for a watcher.
  func end(for watcher: Int) { replace(for: watcher, [:]) }

  private func replace(for watcher: Int, _ followed: [Int32: Interest]) {
    for watch in Set(interests.keys).union(followed.keys) {
      interests[watch, default: [:]][watcher] = followed[watch]
      guard interests[watch]?.isEmpty ?? true else { continue }
      interests[watch] = nil
      inotify_rm_watch(descriptor, watch)
    }
  }

  /// Reads the pending events, up to 64 KiB of them, and returns what has changed for the watchers
  /// that are concerned. Never blocks.
  func read() -> [Int: Change] {
    var news: [Int: Change] = [:]
    withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 8) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        offset += MemoryLayout<inotify_event>.size
        let name = buffer[offset..<min(offset + Int(event.len), count)].prefix { $0 != 0 }
        offset += Int(event.len)
        note(event, String(decoding: name, as: UTF8.self), in: &news)
      }
    }
    return news
  }

  private func note(_ event: inotify_event, _ name: String, in news: inout [Int: Change]) {
    let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
    let isMoved = isLost || event.mask & (Self.selfMask | Self.goneMask) != 0
    let isWhole = !isMoved && event.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
    let concerned = isLost ? Array(interests.values) : [interests[event.wd] ?? [:]]
    for (watcher, interest) in concerned.joined() where isMoved || interest.includes(name) {
      let isStale = isMoved || event.mask & Self.namingMask != 0
      news[watcher, default: Change()].signal = isWhole ? .saved : .changing
      if isStale { news[watcher]?.trailIsStale = true }
    }
  }

  private static let selfMask = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  private static let goneMask = UInt32(IN_IGNORED | IN_UNMOUNT)
  private static let namingMask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  private static let entryMask = namingMask | UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
}

/// Recognizes file systems that other machines, or programs outside the kernel, may write to; the
/// kernel does not report such changes.
enum SharedFileSystem {
  /// Whether the file or directory at `path` is on such a file system. Reads the mount table.
  static func contains(_ path: String) -> Bool {
    var status = stat()
    // Without the table most files are still local.
    guard stat(path, &status) == 0, let mounts = FileBytes.contents(of: "/proc/self/mountinfo")
    else { return false }
    return isShared(
      device: UInt64(status.st_dev), mounts: String(decoding: mounts, as: UTF8.self))
  }

  /// - Parameters:
  ///   - device: The `st_dev` of stat(2).
  ///   - mounts: The content of `/proc/self/mountinfo`; see proc(5).
  static func isShared(device: UInt64, mounts: String) -> Bool {
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & ~0xFF
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == "\(major):\(minor)",
        let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
      else { continue }
      let type = fields[dash + 1]
      return types.contains(String(type)) || type.hasPrefix("fuse.")
    }
    return false
  }

  private static let types: Set<String> = [
    "9p", "afs", "ceph", "cifs", "fuse", "lustre", "nfs", "nfs4", "ncpfs", "smb3", "smbfs",
    "vboxsf", "virtiofs",
  ]
}
