import Glibc

/// Reports changes in the directories of a trail, by inotify.
///
/// Directories are watched, never the file itself: replacing a file would end a watch on it.
final class DirectoryEvents {
  /// The summary of a batch of events.
  struct News {
    /// Nil when no event concerns what is watched.
    var change: FileWatcher.Signal?
    /// Whether the path may lead elsewhere now.
    var trailIsStale = false
  }

  let descriptor: Int32
  private var names: [Int32: Set<String>] = [:]
  private var suffixes: [Int32: String] = [:]

  /// Nil when the system has no inotify, or the user's limit of instances is reached.
  init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Watches the directories of `trail` and no others.
  ///
  /// - Returns: Whether every change will be reported. False when a directory cannot be watched, or
  ///   is on a file system that others write to without the kernel's knowledge.
  func follow(_ trail: PathTrail) -> Bool {
    var isComplete = true
    var followed: [Int32: Set<String>] = [:]
    suffixes = [:]
    for directory in trail.directories.union(trail.names.keys) {
      let wanted = trail.names[directory] ?? []
      let suffix = trail.suffixes[directory]
      let hasEntries = suffix != nil || !wanted.isEmpty
      // A directory may have two paths (bind mounts) but has one watch, so the masks are added.
      let mask =
        UInt32(IN_ONLYDIR | IN_MASK_ADD) | Self.selfMask | (hasEntries ? Self.entryMask : 0)
      let watch = inotify_add_watch(descriptor, directory, mask)
      if watch >= 0 {
        followed[watch, default: []].formUnion(wanted)
        suffixes[watch] = suffix
      }
      if hasEntries, watch < 0 || SharedFileSystem.contains(directory) { isComplete = false }
    }
    for old in names.keys where followed[old] == nil { inotify_rm_watch(descriptor, old) }
    names = followed
    return isComplete
  }

  /// Reads the pending events, up to 64 KiB of them. Never blocks.
  func read() -> News {
    var news = News()
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

  private func note(_ event: inotify_event, _ name: String, in news: inout News) {
    let lost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
    guard lost || names[event.wd] != nil else { return }
    if lost || event.mask & (Self.selfMask | Self.goneMask) != 0 {
      news.change = .changing
      news.trailIsStale = true
    } else if isWanted(name, in: event.wd) {
      let isWhole = event.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
      news.change = isWhole ? .saved : .changing
      news.trailIsStale = news.trailIsStale || event.mask & Self.namingMask != 0
    }
  }

  private func isWanted(_ name: String, in watch: Int32) -> Bool {
    names[watch]?.contains(name) == true || suffixes[watch].map(name.hasSuffix) == true
  }

  private static let selfMask = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  private static let goneMask = UInt32(IN_IGNORED | IN_UNMOUNT)
  private static let namingMask = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  private static let entryMask = namingMask | UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
}
