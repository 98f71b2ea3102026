import Spots

/// The screens the user has opened, newest first. A value; `RecentStore` keeps it in a file.
struct RecentFiles: Hashable, Sendable {
  /// A screen and when it was opened.
  struct Entry: Hashable, Sendable {
    /// An absolute path or a web address.
    var path: String
    /// The screen's title; empty when it has none.
    var title: String
    /// When it was opened, in milliseconds since 1970.
    var time: Int
  }

  private(set) var entries: [Entry] = []

  /// The most entries that are kept; older ones are forgotten.
  static let most = 24
  /// In bytes of UTF-8. Longer paths open no file, and longer titles are cut.
  private static let longest = (path: 4096, title: 512)

  /// Creates an empty list.
  init() {}

  /// Adds a screen, replacing any entry of the same one.
  mutating func add(_ entry: Entry) {
    guard entry.path.utf8.count <= Self.longest.path else { return }
    var entry = entry
    if entry.title.utf8.count > Self.longest.title {
      entry.title = String(entry.title.prefix(Self.longest.title / 4))
    }
    entries.removeAll { $0.path == entry.path }
    let index = entries.firstIndex { $0.time <= entry.time } ?? entries.endIndex
    entries.insert(entry, at: index)
    entries = Array(entries.prefix(Self.most))
  }

  // MARK: The file

  /// Reads what `json` writes, and ignores anything else.
  init(json: [UInt8]) {
    guard case .object(let members)? = JSONValue.read(json).value,
      case .array(let values)? = members["recent"]
    else { return }
    // Oldest first, so that the order is right whatever it is in the file.
    for entry in values.compactMap(Self.entry).sorted(by: { $0.time < $1.time }) { add(entry) }
  }

  private static func entry(_ value: JSONValue) -> Entry? {
    guard case .object(let members) = value, case .string(let path)? = members["path"],
      case .string(let title)? = members["title"], case .integer(let time)? = members["opened"],
      path.hasPrefix("/") || path.hasPrefix("http://") || path.hasPrefix("https://"),
      !path.utf8.contains(0), time >= 0
    else { return nil }
    return Entry(path: path, title: title, time: time)
  }

  /// The list as a document.
  var json: [UInt8] {
    let values = entries.map { entry -> JSONValue in
      [
        "path": .string(entry.path), "title": .string(entry.title), "opened": .integer(entry.time),
      ]
    }
    return JSONWriter(pretty: true) { $0.value(["recent": .array(values)]) }.bytes
  }
}
