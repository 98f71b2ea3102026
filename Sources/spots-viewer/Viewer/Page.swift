import Spots
import SpotsSDL

/// One screen of the navigation stack: its file, what is shown of it, and where the user is in it.
///
/// Live from the moment it is opened until the user goes back from it, also while others are in
/// front of it.
@MainActor
final class Page {
  /// As the user or the action named it.
  let name: String
  let path: String
  let controller: SpotsController
  let furniture = WindowFurniture()
  private(set) var title: String
  /// The file as it was read last.
  private(set) var file: ScreenFile
  private let stage: Stage
  private var feed: FileFeed<ScreenFile>?
  private var hasGoodVersion = false

  init(name: String, file: ScreenFile, size: Size, stage: Stage) {
    self.name = name
    self.file = file
    self.stage = stage
    path = file.path
    title = Self.title(of: file.path)
    let screen = file.reading.screen ?? Screen()
    stage.adopt(screen, path: file.path)
    controller = SpotsController(screen: screen, size: size, environment: stage.environment)
    controller.addOverlay(furniture)
    take(file.reading)
  }

  /// Follows changes of the file until the page is released. `onDelivery` is called on the main
  /// thread.
  ///
  /// - Parameter opened: The file as the page shows it, which is not to be delivered again.
  func watch(
    _ opened: ScreenFile,
    onDelivery: @escaping @MainActor @Sendable (FileFeed<ScreenFile>.Delivery) -> Void
  ) throws(FileError) {
    let (path, kinds, mailbox) = (path, KnownKinds.registered, stage.mailbox)
    feed = try FileFeed(
      path: path, shown: opened.fingerprint,
      parse: { bytes in
        let file = ScreenFile(path: path, bytes: bytes, kinds: kinds)
        return (file, file.reading.screen != nil)
      },
      deliver: { delivery in mailbox.post { onDelivery(delivery) } })
  }

  /// Reads the file again, changed or not.
  func refresh() { feed?.refresh() }

  /// Shows a new version of the file; the last good one stays when it holds no screen.
  ///
  /// - Returns: Whether there was a screen to show.
  func show(_ file: ScreenFile) -> Bool {
    self.file = file
    furniture.show(badge: nil)
    if let screen = file.reading.screen {
      stage.adopt(screen, path: path)
      controller.apply(screen)
    }
    take(file.reading)
    return file.reading.screen != nil
  }

  /// Shows that the file cannot be read any more.
  func showUnavailable(_ word: String) {
    furniture.show(badge: word)
  }

  private func take(_ reading: ScreenReading) {
    let errors = reading.diagnostics.filter { $0.severity == .error }
    if let screen = reading.screen {
      hasGoodVersion = true
      title = screen.title ?? Self.title(of: path)
      let isEmpty = screen.components.allSatisfy {
        $0.items.isEmpty && !$0.layout.showEmptyComponent
      }
      furniture.show(hint: isEmpty ? Self.hint(screen, path) : nil)
      furniture.show(faults: nil)
    } else {
      let faults = ErrorBanner.Content(
        errors: errors, file: ScreenFile.name(of: path).printable(), hasGoodVersion: hasGoodVersion)
      furniture.show(faults: faults)
    }
  }

  /// The window's title for a screen that names none.
  private static func title(of path: String) -> String {
    StreamFeed.descriptor(ofPath: path) == nil ? ScreenFile.name(of: path) : "Spots"
  }

  private static func hint(_ screen: Screen, _ path: String) -> String {
    if StreamFeed.descriptor(ofPath: path) != nil { return "Waiting for a screen." }
    let what = screen.components.isEmpty ? "No components yet." : "No items yet."
    return "\(what) Edit \(ScreenFile.name(of: path).printable()) and save."
  }
}
