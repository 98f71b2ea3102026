import Glibc
import Spots
import SpotsSDL
import SpotsViewer
import Synchronization

/// The file of `--values` or `--data-out`, written again each time a form is submitted.
///
/// A regular file is complete when `write` returns. Anything else, such as a named pipe, may have a
/// reader that stops reading, or none yet; the window does not wait for it.
final class ResultFile: Sendable {
  private let path: String
  /// Writes what had no reader at once.
  private let queue: OutputQueue
  private let hasFailed: Failed
  /// Whether there is something to write that has not been given to it yet.
  private let isOwed: Atomic<Bool>
  private let hasFinished = Atomic(false)
  /// The state of `queue`'s thread: the descriptor that it writes to, or one of the constants.
  private let place: Place

  private final class Failed: Sendable {
    let value = Atomic(false)
  }

  private final class Place: Sendable {
    /// The thread has not had its turn, or has nothing to do.
    static let unopened: Int32 = -1
    /// The thread waits for a reader.
    static let opening: Int32 = -2

    let descriptor = Atomic(unopened)

    var hasRoom: Bool {
      let descriptor = descriptor.load(ordering: .acquiring)
      if descriptor < 0 { return descriptor == Self.unopened }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return poll(&wanted, 1, 0) > 0
    }
  }

  /// - Parameter isOwed: Whether it is to be written even if nothing is submitted.
  init(_ path: String, isOwed: Bool = false) {
    let (place, failed) = (Place(), Failed())
    (self.path, self.place, hasFailed) = (path, place, failed)
    self.isOwed = Atomic(isOwed)
    queue = OutputQueue(
      write: { bytes in
        guard !bytes.isEmpty else { return nil }
        place.descriptor.store(Place.opening, ordering: .releasing)
        defer { place.descriptor.store(Place.unopened, ordering: .releasing) }
        Self.write(bytes, to: path, failed) {
          place.descriptor.store($0, ordering: .releasing)
        }
        return nil
      }, hasRoom: { place.hasRoom },
      notice: { count in
        failed.value.store(true, ordering: .relaxed)
        StandardError.write("\(path.printable()): \(count) submissions were not read\n")
        return []
      })
  }

  /// Writes JSON, readable by the user alone. If that fails, it is only reported, since what was
  /// typed is still in the window.
  func write(_ json: JSONWriter) {
    waive()
    let bytes = json.bytes + [UInt8(ascii: "\n")]
    if NewFile.isReplaceable(path) {
      Self.write(bytes, to: path, hasFailed)
    } else if unread > 0 || !NewFile.writeAtOnce(bytes, into: path) {
      queue.add(bytes)
    }
  }

  /// There is nothing to be written.
  func waive() { isOwed.store(false, ordering: .relaxed) }

  private var unread: Int {
    var patience = 0.0
    return queue.finish(&patience)
  }

  /// Waits a moment for a reader, and says once what was not written.
  ///
  /// - Parameter patience: In seconds.
  /// - Returns: Whether everything was written.
  func finish(patience: Double = StandardOutput.patience) -> Bool {
    var patience = patience
    let (unread, isOwed) = (queue.finish(&patience), isOwed.load(ordering: .relaxed))
    if !hasFinished.exchange(true, ordering: .relaxed) {
      if unread > 0 {
        StandardError.write("\(path.printable()): \(unread) submissions were not read\n")
      } else if isOwed {
        StandardError.write("\(path.printable()): not written, as the window ended too late\n")
      }
    }
    return unread == 0 && !isOwed && !hasFailed.value.load(ordering: .relaxed)
  }

  private static func write(
    _ bytes: [UInt8], to path: String, _ failed: Failed, onOpen: (Int32) -> Void = { _ in }
  ) {
    do {
      try NewFile.write(bytes, to: path, isPrivate: true, onOpen: onOpen)
    } catch {
      failed.value.store(true, ordering: .relaxed)
      StandardError.write(error.message + "\n")
    }
  }
}

/// The files of a screen's results: its answers, and its data.
@MainActor
final class ScreenResults {
  private let values: ResultFile?
  private var data: ResultFile?
  private let dataPath: String?
  /// Why the data cannot be written, once it is known where it has been read from.
  private(set) var refusal: Failure?
  private weak var viewer: Viewer?

  /// - Parameters:
  ///   - viewer: Its window is closed if the data must not be written.
  ///   - ending: Says what is not written where the program has no time to.
  ///   - values: The path of the file for answers; nil for none.
  ///   - data: The path of the file for the data; nil for none.
  init(_ viewer: Viewer, _ ending: Ending, values: String?, data: String?) {
    self.viewer = viewer
    self.values = values.map { ResultFile($0) }
    self.data = data.map { ResultFile($0, isOwed: true) }
    dataPath = data
    ending.report(on: files)
  }

  /// Writes what was submitted.
  func hear(_ event: ViewerEvent) {
    switch event {
    case .shown:
      do throws(Failure) {
        if let dataPath { try NewFile.checkSource(dataPath) }
      } catch {
        (data, refusal) = (nil, error)
        viewer?.close()
      }
    case .screen(.submitted(let submitted, _, _), let controller):
      values?.write(JSONWriter(pretty: true) { $0.value(.object(submitted)) })
      writeData(of: controller)
    default: break
    }
  }

  /// Writes the data of the screen with which the window was opened.
  func end() { writeData(of: viewer?.session.pages.first?.controller) }

  private func writeData(of controller: SpotsController?) {
    if let value = controller?.data {
      data?.write(JSONWriter { $0.data(value) })
    } else {
      data?.waive()
    }
  }

  private var files: [ResultFile] { [values, data].compactMap(\.self) }

  /// Waits a moment for readers.
  ///
  /// - Returns: Whether everything was written.
  func finish() -> Bool { !files.map { $0.finish() }.contains(false) }
}
