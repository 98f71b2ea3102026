import Glibc
import SpotsViews

/// Images from the network in files of the cache folder, each with its server's validators, so
/// that it is fetched again only when it has changed.
struct ImageCache: Hashable, Sendable {
  /// An image in the cache.
  struct Entry: Hashable, Sendable {
    var path: String
    var validators: Validators
    /// Whether it came from a private network, so that not every screen may show it.
    var isPrivate: Bool
  }

  let folder: CacheFolder
  /// The most that all files may take, in bytes. The least recently used ones are removed first.
  var budget = 256 << 20

  /// The user's cache; nil for users without a home.
  static var standard: ImageCache? {
    CacheFolder.standard("pictures").map { ImageCache(folder: $0) }
  }

  /// The image kept for `address`, which counts as used now; nil when there is none.
  func entry(for address: WebAddress) -> Entry? {
    let name = Self.recordName(for: address)
    guard let record = readRecord(name), record.string("address") == address.description else {
      return nil
    }
    let file = record.string("file")
    // Only names of the cache's own form are accepted, whatever the record says.
    guard file.hasSuffix(Self.suffix), !file.contains("/"),
      access(folder.path(of: file), R_OK) == 0
    else { return nil }
    for name in [name, file] { folder.touch(name) }
    return Entry(
      path: folder.path(of: file),
      validators: Validators(
        entityTag: Self.text("entity-tag", of: record),
        lastModified: Self.text("last-modified", of: record)),
      // Records without the key count as private, which allows less.
      isPrivate: record["private"] != .bool(false))
  }

  /// Keeps an image from a server, which may be in a private network, replacing the one before.
  func save(
    _ body: [UInt8], validators: Validators, isPrivate: Bool = false, for address: WebAddress
  ) throws(FileError) -> Entry {
    let old = entry(for: address)
    // Each version has a name of its own, so that readers of the old file can finish.
    let file = CacheFolder.name(
      for: address.description, suffix: "-" + CacheFolder.hash(of: body) + Self.suffix)
    var values: [String: JSONValue] = [
      "address": .string(address.description), "file": .string(file), "private": .bool(isPrivate),
    ]
    values["entity-tag"] = validators.entityTag.map(JSONValue.string)
    values["last-modified"] = validators.lastModified.map(JSONValue.string)
    try folder.write(body, to: file)
    try folder.write(
      ScreenWriter().write(Screen(meta: Meta(values))), to: Self.recordName(for: address))
    let entry = Entry(
      path: folder.path(of: file), validators: validators, isPrivate: isPrivate)
    if let old, old.path != entry.path { unlink(old.path) }
    folder.prune(to: budget, over: budget)
    return entry
  }

  private func readRecord(_ name: String) -> Meta? {
    folder.read(name, limit: 64 << 10).flatMap { ScreenReader().read($0).screen?.meta }
  }

  private static let suffix = ".picture"

  private static func recordName(for address: WebAddress) -> String {
    CacheFolder.name(for: address.description, suffix: ".json")
  }

  private static func text(_ key: String, of record: Meta) -> String? {
    if case .string(let text)? = record[key] { return text }
    return nil
  }
}
