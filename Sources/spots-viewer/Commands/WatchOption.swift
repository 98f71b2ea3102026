import ArgumentParser
import Dispatch
import Glibc
import SpotsSDL
import SpotsViewer

/// The option of commands that can be repeated when files change.
struct WatchOption: ParsableArguments {
  @Flag(help: "Runs again whenever a file it depends on changes, until Ctrl+C.")
  var watch = false

  /// Runs `body`, which returns its exit status and what it depends on; with the option, again
  /// after each change, for as long as the program runs.
  ///
  /// - Throws: What `body` throws the first time, and when files cannot be watched. Later errors of
  ///   `body` are printed.
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
      } catch let failure as Failure {
        StandardError.write("spots-viewer: \(failure.message)\n")
      } catch {
        StandardError.write("spots-viewer: \(error)\n")
      }
    }
  }
}

/// The changes of the files that a run depends on, which are known only after it.
@MainActor
private final class Changes {
  private let signals = DispatchSemaphore(value: 0)
  private var files: Set<Watched> = []
  private var watcher: FileWatcher?

  /// Follows `files` from now on, and nothing else. Changes since `start` count too, so that none
  /// is missed that was made while the run went on.
  func follow(_ files: Set<Watched>, since start: timespec) throws(Failure) {
    guard files != self.files else { return }
    let next: FileWatcher
    let ready = DispatchSemaphore(value: 0)
    do throws(FileError) {
      next = try FileWatcher(files) { [signals] in
        signals.signal()
        ready.signal()
      }
    } catch {
      throw .environment("--watch: \(error)")
    }
    ready.wait()
    // The first signal says that it is ready; until then there was the one before, which may have
    // waited for the end of a burst.
    signals.wait()
    watcher = next
    self.files = files
    if files.contains(where: { $0.hasChanged(since: start) }) { signals.signal() }
  }

  /// Waits for a change. Those of a moment ago are the same one.
  func wait() {
    signals.wait()
    while signals.wait(timeout: .now()) == .success {}
  }
}

extension Watched {
  /// Whether a file was written or put there at `time` or later.
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
  /// The time as files have it, which is that of the kernel's last tick.
  fileprivate static var fileTime: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return time
  }
}
