import Spots
import SpotsSDL

/// What a page says about its documents, over their screen: whether they are there, and what is
/// wrong with them, with their nibs, and with the images that they name.
@MainActor
package final class PageStatus {
  /// How far a page has come with its document.
  enum DocumentState {
    /// Neither the document nor a cached version of it has arrived.
    case awaited
    /// No version that has arrived is a screen.
    case broken
    /// A version of it, the last good one, is on show.
    case shown
  }

  /// A fault, and the path of the document that it is in.
  private typealias Fault = (path: String, fault: Diagnostic)

  var state: DocumentState
  /// Why the last attempt to get the document failed; nil when it succeeded.
  private var failure: String?
  /// Whether a server has answered with a stream of events.
  private(set) var isServerStream = false
  /// Whether a stream of this process has ended.
  package internal(set) var hasEnded = false
  /// The faults of a large document, once its items have been checked.
  private var itemFaults: [Diagnostic]?
  /// The faults of images that cannot be shown, by source.
  private var imageFaults: [String: Fault] = [:]
  /// Where lines of a stream named images.
  private var imageLines: [String: (path: String, position: SourceMap.Position)] = [:]
  private let overlays: WindowOverlays
  private let context: ViewerContext

  private var words: Words { context.words }

  private var waitingHint: EmptyHint.Content { EmptyHint.Content(title: words[.waiting]) }

  init(_ state: DocumentState, _ overlays: WindowOverlays, _ context: ViewerContext) {
    (self.state, self.overlays, self.context) = (state, overlays, context)
  }

  /// Shows a note at the bottom of the window for a while.
  func show(note text: String, offer: Note.Offer? = nil) {
    overlays.show(note: text, offer: offer, at: context.now)
  }

  /// Shows a note where something that the user does is not all that happens.
  func note(_ event: SpotsEvent, of controller: SpotsController) {
    guard case .valueConflict(_, let other, let pointer) = event,
      let place = controller.boundData.place(at: pointer)
    else { return }
    let text = JSONWriter { $0.value(other) }.text.printable(limit: 60)
    let offer = Note.Offer(title: words[.useThat]) { [weak controller] in
      controller?.boundData.write(other, at: place)
    }
    show(note: words(.changedMeanwhile, ["value": text]), offer: offer)
  }

  // MARK: Availability

  /// Shows that a document is being loaded.
  func beginLoading(_ path: String) {
    state = .awaited
    let name = Path.name(of: path).printable(limit: 80)
    overlays.show(hint: .init(title: words(.isLoading, ["name": name])))
  }

  /// Shows that the source of `file` has delivered no new version, and why.
  func show(_ delivery: FeedDelivery<ScreenFile>, of file: ScreenFile) {
    switch delivery {
    case .good, .broken: break
    case .unchanged where state != .awaited: becameAvailable(file)
    case .unchanged:
      becameUnavailable(
        file, words[.notAvailable], words[.nothingSent], told: Word.nothingSent.rawValue)
    case .missing:
      becameUnavailable(file, words[.fileMissing], told: Word.noSuchFile.rawValue)
    case .unreadable(let error):
      becameUnavailable(
        file, words(.cannotRead, ["reason": error.text(in: words)]), told: "\(error)")
    case .unreachable(let error):
      // Either a server that refuses, or a network that fails.
      becameUnavailable(
        file, words[context.isOffline ? .isOffline : .notAvailable], error.text(in: words),
        told: "\(error)")
    }
  }

  /// Tells of the data beside a screen, and shows its faults; the last good data stays.
  ///
  /// - Parameter file: The document with the data before.
  func show(_ delivery: FeedDelivery<DataFile>, of file: ScreenFile) {
    let path = file.data?.path ?? file.dataPlace?.path ?? ""
    let name = Path.name(of: path).printable(limit: 80)
    switch delivery {
    case .good(let data):
      data.report(after: file.data, to: context.report)
      context.onEvent(.reloaded)
    case .broken(let data):
      data.report(to: context.report)
      let errors = Self.errors(data.diagnostics)
      if let error = errors.first { context.onEvent(.error(error)) }
      overlays.show(
        faults: ErrorBanner.Content(
          errors: errors, file: name, hasGoodVersion: file.data?.data != nil))
    case .missing: dataFailed(path, name, Word.noSuchFile.rawValue, words[.noSuchFile])
    case .unreadable(let error): dataFailed(path, name, "\(error)", error.text(in: words))
    case .unreachable(let error): dataFailed(path, name, "\(error)", error.text(in: words))
    case .unchanged: break
    }
  }

  /// - Parameters:
  ///   - reason: For standard error and the events.
  ///   - shown: For the window.
  private func dataFailed(_ path: String, _ name: String, _ reason: String, _ shown: String) {
    context.report(.unreadable(path: path, reason: reason))
    context.onEvent(.unavailable(path: path, reason: reason))
    overlays.badge = words(.labeled, ["name": name, "text": shown])
  }

  /// Shows that a server's stream has begun, or goes on after the connection was lost.
  func streamDidBegin(_ file: ScreenFile) {
    isServerStream = true
    guard state == .awaited else { return becameAvailable(file) }
    showAvailable(file)
    overlays.show(hint: waitingHint)
  }

  /// Shows that the document is available again, in the version on show.
  private func becameAvailable(_ file: ScreenFile) {
    if failure != nil { context.onEvent(.reloaded) }
    showAvailable(file)
  }

  /// Shows that the document is available, and the age of a cached one.
  private func showAvailable(_ file: ScreenFile) {
    failure = nil
    overlays.badge = age(of: file)
    // The network is there.
    if let origin = file.origin, origin.cacheTime == nil { context.posts?.sendAll() }
  }

  /// The age of a screen from the cache; nil for any other.
  private func age(of file: ScreenFile) -> String? {
    file.origin?.cacheTime.map { words(.saved, ["age": Age(since: $0).text(in: words)]) }
  }

  /// Shows that the document is unavailable, as described by `word`.
  ///
  /// - Parameters:
  ///   - reason: The details for the window, if there is nothing else to show; nil where there is
  ///     nothing for standard error, either.
  ///   - told: The reason in English, reported once, until the document is available.
  private func becameUnavailable(
    _ file: ScreenFile, _ word: String, _ reason: String? = nil, told: String
  ) {
    if told != failure { tellUnavailable(file.path, told: told, reason == nil ? nil : told) }
    failure = told
    overlays.badge = [word, age(of: file)].compactMap(\.self).joined(separator: " · ")
    guard state == .awaited else { return }
    let text = reason ?? ""
    overlays.show(
      hint: .init(
        title: word, text: text.prefix(1).uppercased() + text.dropFirst(), isFailure: true))
  }

  private func tellUnavailable(_ path: String, told: String, _ reason: String?) {
    context.onEvent(.unavailable(path: path, reason: told))
    guard let reason else { return }
    context.report(.warning("\(path.printable()): \(reason.printable())"))
  }

  /// Shows that the page that follows cannot be loaded.
  func nextPageFailed(_ path: String, _ told: String, _ shown: String) {
    let name = Path.name(of: path).printable(limit: 80)
    show(note: words(.nextPage, ["name": name, "reason": shown]))
    tellUnavailable(path, told: told, told)
  }

  // MARK: Versions

  /// Shows the state of a version of the document, and of the pages that follow it: its faults, and
  /// that it is available.
  func show(_ files: [ScreenFile], _ nibs: PageNibs) {
    let file = files[0]
    itemFaults = nil
    checkImages(of: files)
    showAvailable(file)
    if let screen = file.reading.screen {
      state = .shown
      showHint(for: screen, file.source)
      return overlays.show(faults: Self.faults(of: file.nibs, nibs))
    }
    let name = Path.name(of: file.path).printable(limit: 80)
    overlays.show(
      faults: ErrorBanner.Content(
        errors: Self.errors(file.reading.diagnostics), file: name, hasGoodVersion: state == .shown))
    if state == .shown { return }
    let text = file.source.address == nil ? words[.shownOnceSaved] : ""
    let title = words(.notScreen, ["name": name])
    overlays.show(hint: .init(title: title, text: text, isFailure: true))
  }

  private static func errors(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { $0.severity == .error }
  }

  /// The errors of the first file that is not a valid nib; nil when all are.
  private static func faults(of files: NibFiles, _ nibs: PageNibs) -> ErrorBanner.Content? {
    guard let broken = files.files.first(where: { $0.reading.nib == nil }) else { return nil }
    return ErrorBanner.Content(
      errors: errors(broken.reading.diagnostics), file: Path.name(of: broken.path).printable(),
      hasGoodVersion: nibs.hasGoodVersion(of: broken.path))
  }

  /// Shows a hint if there is nothing on the screen but its title.
  func showHint(for screen: Screen, _ source: DocumentSource) {
    let isEmpty = screen.components.allSatisfy {
      $0.items.isEmpty && $0.rows.each == nil && !$0.layout.showEmptyComponent
    }
    overlays.show(hint: isEmpty ? hint(screen, source) : nil)
  }

  private func hint(_ screen: Screen, _ source: DocumentSource) -> EmptyHint.Content? {
    switch source {
    case .program: return nil
    case .stream: return state == .shown ? .init(title: words[.nothingHere]) : waitingHint
    case .web: return isServerStream ? waitingHint : .init(title: words[.nothingHere])
    case .file(let path):
      return .init(
        title: words[screen.components.isEmpty ? .noComponents : .noItems],
        text: words(.editAndSave, ["name": Path.name(of: path).printable()]))
    }
  }

  /// Shows a note about errors that a new version has despite being shown.
  func noteErrors(of file: ScreenFile) {
    let errors = Self.errors(file.reading.diagnostics)
    guard let first = errors.first else { return }
    let name = Path.name(of: file.path).printable(limit: 40)
    let message = first.message.printable(limit: 120)
    let fault = "\(name):\(first.line):\(first.column): \(message)"
    let count = errors.count - 1
    show(note: count > 0 ? words(.andOthers, ["fault": fault, "count": count]) : fault)
  }

  /// Reports the faults of a document, and of those nibs that `old` does not have.
  func report(_ file: ScreenFile, since old: ScreenFile? = nil) {
    // The faults of a cached screen were reported when it was new.
    guard file.origin?.cacheTime == nil else { return }
    context.report(file, since: old)
    let faults = file.surfaceFaults.map(\.json)
    if !faults.isEmpty { context.onEvent(.surfaceFaults(faults)) }
    let broken = file.nibs.changed(since: old?.nibs ?? NibFiles()).filter { $0.reading.nib == nil }
    var diagnostics = broken.flatMap(\.reading.diagnostics)
    if file.reading.screen == nil { diagnostics = file.reading.diagnostics + diagnostics }
    if let error = Self.errors(diagnostics).first { context.onEvent(.error(error)) }
  }

  // MARK: Faults of items and images

  /// Records the diagnostics of a large document.
  func itemsChecked(_ diagnostics: [Diagnostic], of files: [ScreenFile]) {
    itemFaults = diagnostics
    listFaults(of: files)
  }

  /// Notes where lines of a stream name images, by name.
  package func note(imagePositions new: [String: SourceMap.Position], path: String) {
    if imageLines.count > 50_000 { imageLines = [:] }
    for (image, position) in new { imageLines[image] = (path, position) }
  }

  /// Reports that an image cannot be shown, in the first document that names it.
  func imageFailed(_ source: String, _ reason: String, in files: [ScreenFile]) {
    let fault = fault(
      ofImage: source, reason, in: files.first { $0.names(image: source) } ?? files[0])
    context.report(.diagnostics([fault.fault], path: fault.path))
    imageFaults[source] = fault
    listFaults(of: files)
  }

  private func fault(ofImage image: String, _ reason: String, in naming: ScreenFile) -> Fault {
    let line = imageLines[image]
    return (
      line?.path ?? naming.path,
      naming.warning(ofImage: image, reason: reason, line: line?.position)
    )
  }

  /// Finds the faults of images that the versions on show name and that are known to be missing,
  /// whichever page they were requested for first.
  func checkImages(of files: [ScreenFile]) {
    // The last good version stays on show when this one holds no screen.
    if files[0].reading.screen != nil {
      imageFaults = [:]
      let failures = files[0].reading.areItemsChecked ? context.imageFailures : [:]
      for file in files {
        for source in file.images(among: Set(failures.keys)) where imageFaults[source] == nil {
          imageFaults[source] = failures[source].map { fault(ofImage: source, $0, in: file) }
        }
      }
    }
    listFaults(of: files)
  }

  /// Collects the faults of everything on show. A document without a screen has a banner instead.
  private func listFaults(of files: [ScreenFile]) {
    let file = files[0]
    var faults = FaultList()
    if file.reading.screen != nil {
      faults.append(itemFaults ?? file.reading.diagnostics, path: file.path)
    }
    for (path, error) in file.nibs.faults { faults.append(unreadable: path, "\(error)") }
    for nib in file.nibs.files { faults.append(nib.reading.diagnostics, path: nib.path) }
    for next in files.dropFirst() { faults.append(next.reading.diagnostics, path: next.path) }
    for (_, failed) in imageFaults.sorted(by: { $0.key < $1.key }) {
      faults.append([failed.fault], path: failed.path)
    }
    overlays.faults = faults
  }
}
