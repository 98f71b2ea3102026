import Glibc
import SpotsViews

/// Finds the file or the web address that an image source means, if it may be read.
///
/// Relative paths are looked up below the roots, in their order, and must lie below one of the
/// roots or the allowed folders once all symbolic links are followed. Absolute paths, `file:` URLs
/// and paths with `..` are not even looked up unless there are allowed folders.
public struct ImageLocator: Hashable, Sendable {
  /// Folders that relative paths start from: the screen's folder, the assets folder.
  public let roots: [String]
  /// Further folders that may be read, by any path.
  public let allowed: [String]
  /// The address the screen was fetched from, to which sources are relative; such a screen shows no
  /// files. Nil when the screen is a file.
  public let base: WebAddress?
  /// Servers in private networks that images may come from.
  public let trust: PrivateServers
  private let folders: ReadableFolders

  /// Creates a locator for a screen that is a file. Missing folders are left out.
  public init(
    roots: [String], allowed: [String] = [], trust: PrivateServers = PrivateServers()
  ) {
    self.roots = roots
    self.allowed = allowed
    self.trust = trust
    base = nil
    folders = ReadableFolders(roots + allowed)
  }

  /// Creates a locator for a screen that was fetched from `base`.
  public init(base: WebAddress, trust: PrivateServers = PrivateServers()) {
    (roots, allowed, folders) = ([], [], ReadableFolders([]))
    self.base = base
    self.trust = trust
  }

  /// The locator that looks in `folder` before all others.
  package func lookingFirst(in folder: String) -> ImageLocator {
    ImageLocator(
      roots: [folder] + roots.filter { $0 != folder }, allowed: allowed, trust: trust)
  }

  /// The paths at which the file of `source` is or may appear; empty when `source` is not a file.
  func candidates(of source: String) -> [String] {
    guard base == nil, webAddress(of: source) == nil, !Self.meansNone(source),
      source.utf8.count < 4096
    else { return [] }
    do throws(ImageError) {
      let path = try Self.path(of: source) ?? source
      return Set([path, Self.percentDecoded(path) ?? path]).flatMap(places)
    } catch {
      return []
    }
  }

  /// The web address that `source` means; nil when it means a file, or no image.
  func webAddress(of source: String) -> WebAddress? {
    if DataURL.begins(source) || Icon.Name(source: source) != nil { return nil }
    guard let base else { return WebAddress(source) }
    return Self.meansNone(source) ? nil : base.resolve(source)
  }

  /// Further addresses at which the image at `address` may be: on a server as on disk, the folders
  /// named `Assets` beside the screen and above it.
  func otherPlaces(of address: WebAddress) -> [WebAddress] {
    base?.places(of: address, inFoldersNamed: "Assets") ?? []
  }

  private static func meansNone(_ source: String) -> Bool {
    source.isEmpty || (source.hasPrefix("{") && source.hasSuffix("}"))
  }

  /// The file `source` means; nil when it means no image: empty, or an unfilled placeholder such
  /// as `{image url}`.
  func locate(_ source: String) throws(ImageError) -> LocatedFile? {
    if Self.meansNone(source) { return nil }
    if let icon = Icon.Name(source: source) {
      if icon.isBuiltIn { return nil }
      guard let file = IconTheme.ofDesktop.file(of: icon.rawValue) else { throw .unknownIcon }
      return file
    }
    guard base == nil else { throw .localFile }
    guard source.utf8.count < 4096, !source.utf8.contains(where: Self.isControl) else {
      throw .missing
    }
    if let path = try Self.path(of: source) { return try lookUp([path]) }
    let decoded = Self.percentDecoded(source)
    return try lookUp(decoded == source ? [source] : [source, decoded].compactMap { $0 })
  }

  /// Why there is no file for `source`, in words; nil when there is one, when none is meant, and
  /// when the image is on the web.
  package func failure(of source: String) -> String? {
    if webAddress(of: source) != nil { return nil }
    do throws(ImageError) {
      if DataURL.begins(source) {
        _ = try DataURL.bytes(of: source)
      } else if let place = try locate(source) {
        _ = try ImageFile(place)
      }
      return nil
    } catch {
      return error.reason
    }
  }

  private func lookUp(_ paths: [String]) throws(ImageError) -> LocatedFile {
    var failure = ImageError.missing
    for path in paths {
      let places = places(of: path)
      if places.isEmpty, Self.leavesRoot(path) { throw .outside }
      for place in places {
        do throws(FileError) {
          return try folders.locate(place)
        } catch {
          if error == .outside { failure = .outside }
        }
      }
    }
    throw failure
  }

  /// The files that `path` may mean. The first root is the screen's folder; a path from another
  /// document may also lie below the other roots. Empty when the path leads out of them.
  private func places(of path: String) -> [String] {
    let rest = path.firstRange(of: Self.seam).map { String(path[$0.upperBound...]) }
    let first = rest == nil ? roots[...] : roots.prefix(1)
    return places(of: path, below: first)
      + (rest.map { places(of: $0, below: roots.dropFirst()) } ?? [])
  }

  private func places(of path: String, below roots: ArraySlice<String>) -> [String] {
    if Self.leavesRoot(path), allowed.isEmpty { return [] }
    return path.hasPrefix("/") ? [path] : roots.map { $0 + "/" + path }
  }

  // MARK: Names of images in documents that are shown inside another

  /// Separates the folder of a document from a path in it. The file system ignores it.
  private static let seam = "/.//"

  /// The screen's name for the image that a document in `folder`, relative to the screen's
  /// folder, calls `source`. It is looked up in that folder rather than in the screen's.
  package static func name(of source: String, inFolder folder: String) -> String {
    let isWhole = source.hasPrefix("/") || hasScheme(source) || meansNone(source)
    return isWhole ? source : folder + seam + source
  }

  /// The screen's name for the image that a document from `address` calls `source`; never a file.
  package static func name(of source: String, at address: WebAddress) -> String {
    if meansNone(source) { return source }
    return address.resolve(source)?.description ?? "outside:" + source
  }

  // MARK: Paths and URLs

  /// The path in a `file:` URL; nil when `source` is a path already.
  private static func path(of source: String) throws(ImageError) -> String? {
    guard hasScheme(source) else { return nil }
    if ["http", "https"].contains(source.prefix { $0 != ":" }.lowercased()) { throw .network }
    guard FileURL.begins(source) else { throw .unknownScheme }
    do throws(FileURL.Fault) {
      let path = try FileURL.path(of: source)
      if !path.utf8.contains(where: isControl) { return path }
    } catch {}
    throw .outside
  }

  /// Whether `source` begins with a URL scheme.
  private static func hasScheme(_ source: String) -> Bool {
    guard let colon = source.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return source.first?.isLetter == true
      && source[..<colon].lowercased().utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
      }
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  private static func leavesRoot(_ path: String) -> Bool {
    path.hasPrefix("/") || path.split(separator: "/").contains("..")
  }

  /// `text` without percent-encoding; nil when that gives a control character or invalid UTF-8.
  private static func percentDecoded(_ text: String) -> String? {
    guard let bytes = text.utf8.percentDecoded(),
      !bytes.contains(where: isControl)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
