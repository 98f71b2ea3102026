import Glibc
import Spots
import SpotsSDL

/// The sizes of windows by the documents that were opened in them, in a file that all windows
/// share.
struct WindowSizes {
  /// What is known of the windows of one document.
  struct Entry: Hashable {
    /// The size that the user chose, in points; nil for the usual one.
    var size: Size?
    /// Whether the last window was maximized when it was closed.
    var isMaximized = false
    /// The width that the user has given the sidebar, in points; nil for the usual one.
    var sidebar: Double?
  }

  let folder: CacheFolder

  private static let fileName = "windows.json"
  /// The number of documents whose windows are remembered: those that were changed last.
  static let limit = 200
  /// How long a window that is being closed waits for others, in seconds.
  private static let patience = 0.04
  /// The most bytes of a file that is read.
  private static let mostBytes = 1 << 20

  /// The sizes of the user's windows; nil for users without a home.
  static var standard: WindowSizes? { CacheFolder.state.map(WindowSizes.init) }

  /// Nil for documents whose windows have had nothing but their usual size.
  func entry(for document: String) -> Entry? {
    read().first { $0.document == document }?.entry
  }

  /// Changes what is known of a document's windows. Errors are ignored: the next window then has
  /// the usual size.
  func change(_ document: String, _ change: (inout Entry) -> Void) {
    // Windows that are closed together wait for each other, but not for long.
    folder.withLock(patience: Self.patience) {
      var entries = read()
      let index = entries.firstIndex { $0.document == document }
      var entry = index.map { entries.remove(at: $0).entry } ?? Entry()
      change(&entry)
      entries.insert((document, entry), at: 0)
      folder.keep(Self.json(entries.prefix(Self.limit)), as: Self.fileName)
    }
  }

  // MARK: The file

  /// The documents, the last changed one first; none when the file is not one that `change` writes.
  private func read() -> [(document: String, entry: Entry)] {
    guard let bytes = folder.read(Self.fileName, limit: Self.mostBytes),
      case .array(let values)? = JSONValue.read(bytes).value
    else { return [] }
    return values.prefix(Self.limit).compactMap { value in
      guard case .object(let members) = value, case .string(let document)? = members["document"]
      else { return nil }
      let entry = Meta(members)
      let size = Size(width: entry.number("width"), height: entry.number("height"))
      let isSize = [size.width, size.height].allSatisfy(ViewerOptions.sides.contains)
      let sidebar = entry.number("sidebar")
      return (
        document,
        Entry(
          size: isSize ? size : nil, isMaximized: entry.bool("maximized"),
          sidebar: NumberRange.length.contains(sidebar) && sidebar > 0 ? sidebar : nil)
      )
    }
  }

  private static func json(_ entries: ArraySlice<(document: String, entry: Entry)>) -> [UInt8] {
    let values = entries.map { document, entry in
      var members: [String: JSONValue] = ["document": .string(document)]
      members["width"] = entry.size.map { .number($0.width) }
      members["height"] = entry.size.map { .number($0.height) }
      if entry.isMaximized { members["maximized"] = true }
      members["sidebar"] = entry.sidebar.map { .number($0) }
      return JSONValue.object(members)
    }
    return JSONWriter(pretty: true) { $0.value(.array(values)) }.bytes
  }
}

/// The size of a viewer's window: the last one it had, until the user chooses another.
@MainActor
struct RememberedSize {
  private let sizes: WindowSizes?
  private let document: String?
  /// The window's size at the start, in points.
  let size: Size
  /// Whether the window is maximized at the start.
  let isMaximized: Bool
  /// Whether an option or the user has chosen it.
  let isKnown: Bool
  /// The width of the sidebar at the start, in points; nil for the usual one.
  let sidebar: Double?

  /// - Parameter source: Nil for no document, whose window has the usual size.
  init(_ source: DocumentSource?, options: ViewerOptions, sizes: WindowSizes? = .standard) {
    let document = options.remembersSize ? source?.identity : nil
    (self.document, self.sizes) = (document, sizes)
    let entry = options.size == nil ? document.flatMap { sizes?.entry(for: $0) } : nil
    isKnown = options.size != nil || entry != nil
    sidebar = document.flatMap { sizes?.entry(for: $0) }?.sidebar
    size = options.size ?? entry?.size ?? ViewerOptions.defaultSize
    isMaximized = entry?.isMaximized ?? false
  }

  /// Keeps what the user has changed, for the next window of the document.
  func keep(userSize: Size?, isMaximized: Bool, sidebar: Double? = nil) {
    guard let document, let sizes,
      userSize != nil || isMaximized != self.isMaximized || sidebar != self.sidebar
    else { return }
    sizes.change(document) { entry in
      entry.size = userSize ?? entry.size
      entry.isMaximized = isMaximized
      entry.sidebar = sidebar ?? entry.sidebar
    }
  }
}
