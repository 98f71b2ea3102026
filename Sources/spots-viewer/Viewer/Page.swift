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
  private let nibs: PageNibs
  private var feed: FileFeed<ScreenFile>?
  private let nibWatch = NibWatch()
  private var hasGoodVersion = false

  init(name: String, file: ScreenFile, size: Size, stage: Stage) {
    self.name = name
    self.file = file
    self.stage = stage
    path = file.path
    title = Self.title(of: file.path)
    let screen = file.reading.screen ?? Screen()
    stage.adopt(screen, path: file.path)
    nibs = PageNibs(file.nibs)
    controller = SpotsController(
      screen: screen, size: size, configuration: nibs.configuration,
      environment: stage.environment)
    controller.addOverlay(furniture)
    take(file)
  }

  /// Follows changes of the file until the page is released. `onDelivery` is called on the main
  /// thread.
  ///
  /// - Parameter opened: The file as the page shows it, which is not to be delivered again.
  func watch(
    _ opened: ScreenFile,
    onDelivery: @escaping @MainActor @Sendable (FileFeed<ScreenFile>.Delivery) -> Void
  ) throws(FileError) {
    let (path, kinds, mailbox) = (path, stage.kinds, stage.mailbox)
    let isOnDemand = stage.itemCheck != nil
    feed = try FileFeed(
      path: path, shown: opened.fingerprint, signature: opened.signature,
      parse: { bytes in
        let file = ScreenFile(path: path, bytes: bytes, kinds: kinds, onDemand: isOnDemand)
        return (file, file.reading.screen != nil)
      },
      deliver: { delivery in mailbox.post { onDelivery(delivery) } })
    try watchNibs(of: opened)
  }

  /// A nib that changed has the screen read again, with all its nibs.
  private func watchNibs(of file: ScreenFile) throws(FileError) {
    let mailbox = stage.mailbox
    try nibWatch.follow(file.nibs.files) { [weak self] in mailbox.post { self?.refresh() } }
  }

  /// Reads the file again, changed or not.
  func refresh() { feed?.refresh() }

  /// Shows a new version of the file; the last good one stays when it holds no screen.
  ///
  /// - Returns: Whether there was a screen to show.
  func show(_ file: ScreenFile) -> Bool {
    self.file = file
    furniture.show(badge: nil)
    let isRegistered = nibs.update(file.nibs)
    if let screen = file.reading.screen {
      stage.adopt(screen, path: path)
      controller.apply(screen, animation: hasGoodVersion ? .automatic : .none)
    }
    if isRegistered { controller.registrationsDidChange() }
    followNibs(of: file)
    take(file)
    return file.reading.screen != nil
  }

  /// Shows that the file cannot be read any more.
  func showUnavailable(_ word: String) {
    furniture.show(badge: word)
  }

  private func followNibs(of file: ScreenFile) {
    guard feed != nil else { return }
    do throws(FileError) {
      try watchNibs(of: file)
    } catch {
      StandardError.write("warning: \(path.printable()): cannot watch its nibs: \(error)\n")
    }
  }

  private func take(_ file: ScreenFile) {
    let reading = file.reading
    let errors = reading.diagnostics.filter { $0.severity == .error }
    if let screen = reading.screen {
      hasGoodVersion = true
      title = screen.title ?? Self.title(of: path)
      let isEmpty = screen.components.allSatisfy {
        $0.items.isEmpty && !$0.layout.showEmptyComponent
      }
      furniture.show(hint: isEmpty ? Self.hint(screen, path) : nil)
      furniture.show(faults: faults(of: file.nibs))
    } else {
      let faults = ErrorBanner.Content(
        errors: errors, file: ScreenFile.name(of: path).printable(), hasGoodVersion: hasGoodVersion)
      furniture.show(faults: faults)
    }
  }

  /// What is wrong with the first nib that is none.
  private func faults(of files: NibFiles) -> ErrorBanner.Content? {
    guard let broken = files.files.first(where: { $0.reading.nib == nil }) else { return nil }
    return ErrorBanner.Content(
      errors: broken.reading.diagnostics.filter { $0.severity == .error },
      file: ScreenFile.name(of: broken.path).printable(),
      hasGoodVersion: nibs.hasGoodVersion(of: broken.path))
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
