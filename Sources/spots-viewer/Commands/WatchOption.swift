import ArgumentParser
import Dispatch
import SpotsSDL
import SpotsViewer

/// The option of commands that can be repeated when files change.
struct WatchOption: ParsableArguments {
  @Flag(help: "Runs again whenever a file it depends on changes, until Ctrl+C.")
  var watch = false

  /// Runs `body`, which returns its exit status and what it depends on; with the option, again after
  /// each change, for as long as the program runs.
  ///
  /// - Throws: What `body` throws the first time, and when files cannot be watched. Later errors are
  ///   printed.
  @MainActor
  func run(_ body: () throws -> (status: ExitStatus, files: Set<Watched>)) throws -> ExitStatus {
    var (status, files) = try body()
    guard watch else { return status }
    let changes = DispatchSemaphore(value: 0)
    let watcher: FileWatcher
    do throws(FileError) {
      watcher = try FileWatcher(files) { changes.signal() }
    } catch {
      throw Failure.environment("--watch: \(error)")
    }
    // The watcher signals once when it is ready.
    changes.wait()
    StandardError.write("watching for changes; Ctrl+C ends it\n")
    while true {
      changes.wait()
      // Changes made during the last run are covered by one more run.
      while changes.wait(timeout: .now()) == .success {}
      StandardError.write("\n")
      do {
        (status, files) = try body()
        watcher.watch(files)
      } catch let failure as Failure {
        StandardError.write("spots-viewer: \(failure.message)\n")
      } catch {
        StandardError.write("spots-viewer: \(error)\n")
      }
    }
  }
}
