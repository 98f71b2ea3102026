import Glibc
import Spots
import SpotsSDL

/// What was dropped on a window: the screens, and a note about the rest.
struct Drop {
  /// The paths of files that are screens by their names, at most `limit`.
  let screens: [String]
  /// A note about what does not open; nil when everything does.
  let note: String?

  /// The most screens that one drop opens, each in a window and a process of its own.
  static let limit = 20

  /// - Parameter paths: Empty when something other than files was dropped.
  init(_ paths: [String], _ words: Words = .english) {
    let all = paths.filter { Self.isScreen($0) }
    screens = Array(all.prefix(Self.limit))
    note =
      all.count > Self.limit
      ? words(.onlyFirst, ["limit": Self.limit, "count": all.count])
      : Self.note(others: paths.filter { !Self.isScreen($0) }, isEmpty: paths.isEmpty, words)
  }

  /// Opens the first screen here, and the others in new windows.
  @MainActor
  func open(in session: Session) {
    var isOpen = true
    if let first = screens.first { isOpen = PageOpener(session: session).openChosen(first) }
    // On the screen in front now. If that is still the old one, a note already says why.
    if isOpen, let note { session.page.show(note: note) }
    if screens.count > 1 { session.tell(.openWindows(Array(screens.dropFirst()))) }
    session.needsFrame = true
  }

  private static func note(others: [String], isEmpty: Bool, _ words: Words) -> String? {
    guard let first = others.first else { return isEmpty ? words[.droppedNoScreen] : nil }
    let name = Path.name(of: first).printable(limit: 80)
    if others.count > 1 { return words(.droppedFiles, ["name": name, "count": others.count - 1]) }
    return words(isFolder(first) ? .droppedFolder : .droppedFile, ["name": name])
  }

  private static func isScreen(_ path: String) -> Bool {
    DocumentSource.isScreen(named: path) && !isFolder(path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
