import ArgumentParser
import Dispatch
import Glibc
import SpotsSDL
import SpotsViewer

/// The option of commands that can run again when files change.
struct WatchOption: ParsableArguments {
  @Flag(help: "Runs again whenever a file it depends on changes, until Ctrl+C.")
  var watch = false

  /// Runs `body`, which returns its exit status and the files it depends on; with the option, runs
  /// it again after each change, until the program ends.
  ///
  /// - Throws: What `body` throws the first time, and `Failure` when files cannot be watched at
  ///   first. Later errors are printed.
  @MainActor
  func run(_ body: () throws -> (status: ExitStatus, files: Set<Watched>)) throws -> ExitStatus {
    let start = timespec.fileTime
    let (status, files) = try body()
    guard watch else { return status }
    let changes = Changes()
    try changes.follow(files, since: start)
    StandardError.write("watching for changes; Ctrl+C ends it\n")
    while true {
      changes.wait()
      StandardError.write("\n")
      let start = timespec.fileTime
      do {
        try changes.follow(try body().files, since: start)
      } catch {
        StandardError.write("spots-viewer: \(error)\n")
      }
    }
  }
}

/// The changes of the files that a run depends on; which files these are is known only after it.
@MainActor
private final class Changes {
  private let signals = DispatchSemaphore(value: 0)
  private var files: Set<Watched> = []
  private var watcher: FileWatcher?

  /// Follows `files`, and no others, from now on. Changes since `start` count too, so that none
  /// made during the run is missed.
  func follow(_ files: Set<Watched>, since start: timespec) throws(Failure) {
    guard files != self.files else { return }
    let ready = DispatchSemaphore(value: 0)
    let next = try Failure.naming("--watch") {
      try FileWatcher(files) { [signals] in
        signals.signal()
        ready.signal()
      }
    }
    ready.wait()
    // The first signal means that the new watcher is ready. The old one is kept until then, as it
    // may be waiting for the end of a burst of changes.
    signals.wait()
    watcher = next
    self.files = files
    if files.contains(where: { $0.hasChanged(since: start) }) { signals.signal() }
  }

  /// Waits for a change. All changes signaled so far count as one.
  func wait() {
    signals.wait()
    while signals.wait(timeout: .now()) == .success {}
  }
}

extension Watched {
  /// Whether a file was written or put in place at `time` or later.
  fileprivate func hasChanged(since time: timespec) -> Bool {
    switch self {
    case .file(let path): Self.hasChanged(path, since: time)
    case .folder(let path, let suffix):
      (FolderEntries.names(in: path, suffix: suffix) ?? []).contains {
        Self.hasChanged(Path.join(path, $0), since: time)
      }
    }
  }

  private static func hasChanged(_ path: String, since time: timespec) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let change = status.st_ctim
    return (change.tv_sec, change.tv_nsec) >= (time.tv_sec, time.tv_nsec)
  }
}

extension timespec {
  /// The current time as file systems record it: that of the kernel's last tick.
  fileprivate static var fileTime: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return time
  }
}
