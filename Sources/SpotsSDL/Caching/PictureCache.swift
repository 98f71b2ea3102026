import Glibc
import Spots

/// Pictures from the network in files of the cache folder, each with what its server said of it, so
/// that it is fetched again only when it has changed.
struct PictureCache: Hashable, Sendable {
  /// A picture that is there.
  struct Entry: Hashable, Sendable {
    var path: String
    var validators: Validators
    /// Whether it came from a private network, so that not every screen may show it.
    var isPrivate: Bool
  }

  let folder: CacheFolder
  /// All files together, in bytes; those not used the longest go first.
  var budget = 256 << 20

  /// The user's; nil for users without a home.
  static var standard: PictureCache? {
    CacheFolder.standard("pictures").map { PictureCache(folder: $0) }
  }

  /// What is kept of `address`, which counts as used now; nil when there is nothing.
  func entry(for address: WebAddress) -> Entry? {
    let name = Self.recordName(for: address)
    guard let record = readRecord(name), record.string("address") == address.description else {
      return nil
    }
    let file = record.string("file")
    // Only names made here are taken, whatever the record says.
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

  /// Keeps what a server gave, which may be in a private network.
  func save(
    _ body: [UInt8], validators: Validators, isPrivate: Bool = false, for address: WebAddress
  ) throws(FileError) -> Entry {
    let old = entry(for: address)
    // A name of its own for each content: who reads the old file goes on reading it.
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
    prune()
    return entry
  }

  /// Removes what was not used for the longest time, as long as there is too much.
  private func prune() {
    let files = folder.files()
    var total = files.reduce(0) { $0 + $1.size }
    guard total > budget else { return }
    for file in files.sorted(by: { $0.time < $1.time }) {
      if total <= budget { return }
      folder.remove(file.name)
      total -= file.size
    }
  }

  private func readRecord(_ name: String) -> Meta? {
    do throws(FileError) {
      let bytes = try FileBytes.read(folder.path(of: name), limit: 64 << 10)
      return ScreenReader().read(bytes).screen?.meta
    } catch {
      return nil
    }
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
