import Glibc
import Spots

/// Decides which file an image source means, if it may be read at all.
///
/// Relative paths are looked up below the roots, in their order, and must still lie below one of
/// the roots or the allowed folders once all symbolic links are followed. Absolute paths, `file:`
/// URLs and paths with `..` are not even looked up unless folders were allowed on purpose.
public struct ImageLocator: Hashable, Sendable {
  /// Folders relative paths start from: the screen's folder, the assets folder.
  public let roots: [String]
  /// Further folders that may be read, by any path.
  public let allowed: [String]
  /// Where the screen was fetched from, which relative sources are seen from; nil: it is a file's.
  /// Such a screen has no files.
  public let base: WebAddress?
  /// Servers in private networks that pictures may come from.
  public let trust: PrivateServers
  private let folders: ReadableFolders

  public init(
    roots: [String], allowed: [String] = [], trust: PrivateServers = PrivateServers()
  ) {
    self.roots = roots
    self.allowed = allowed
    self.trust = trust
    base = nil
    folders = ReadableFolders(roots + allowed)
  }

  /// For a screen that was fetched from `base`.
  public init(base: WebAddress, trust: PrivateServers = PrivateServers()) {
    (roots, allowed, folders) = ([], [], ReadableFolders([]))
    self.base = base
    self.trust = trust
  }

  /// Where the picture of `source` may be, or may come to be, among the files; nothing for one that
  /// comes from elsewhere.
  func candidates(of source: String) -> [String] {
    guard base == nil, webAddress(of: source) == nil, !Self.meansNone(source),
      source.utf8.count < 4096
    else { return [] }
    do throws(ImageFault) {
      let path = try Self.path(of: source) ?? source
      return Set([path, Self.percentDecoded(path) ?? path]).flatMap(places)
    } catch {
      return []
    }
  }

  /// What `source` means on the web; nil when it means a file, or no picture.
  func webAddress(of source: String) -> WebAddress? {
    guard let base else { return WebAddress(source) }
    return Self.meansNone(source) ? nil : base.resolve(source)
  }

  static func meansNone(_ source: String) -> Bool {
    source.isEmpty || (source.hasPrefix("{") && source.hasSuffix("}"))
  }

  /// The file `source` means; nil when it means no picture: empty, or a placeholder such as
  /// `{image url}` that nobody filled.
  func locate(_ source: String) throws(ImageFault) -> LocatedFile? {
    if Self.meansNone(source) { return nil }
    guard base == nil else { throw .localFile }
    guard source.utf8.count < 4096, !source.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw .missing
    }
    if let path = try Self.path(of: source) { return try lookUp([path]) }
    let decoded = Self.percentDecoded(source)
    return try lookUp(decoded == source ? [source] : [source, decoded].compactMap { $0 })
  }

  /// Why there is no picture for `source`, in words; nil when there is a file, when none is meant,
  /// and when it would have to be fetched.
  public func fault(of source: String) -> String? {
    if webAddress(of: source) != nil { return nil }
    do throws(ImageFault) {
      guard let place = try locate(source) else { return nil }
      _ = try ImageFile(place)
      return nil
    } catch {
      return error.reason
    }
  }

  private func lookUp(_ paths: [String]) throws(ImageFault) -> LocatedFile {
    var fault = ImageFault.missing
    for path in paths {
      let places = places(of: path)
      if places.isEmpty, Self.leavesRoot(path) { throw .outside }
      for place in places {
        do throws(FileError) {
          return try folders.locate(place)
        } catch {
          if error == .outside { fault = .outside }
        }
      }
    }
    throw fault
  }

  /// The path in a `file:` URL; nil when `source` is a path already.
  private static func path(of source: String) throws(ImageFault) -> String? {
    guard let colon = source.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    guard isScheme(source[..<colon]) else { return nil }
    let scheme = source[..<colon].lowercased()
    if scheme == "http" || scheme == "https" { throw .network }
    let rest = source[source.index(after: colon)...]
    guard scheme == "file" else { throw .unknownScheme }
    guard rest.hasPrefix("/"), let path = percentDecoded(String(rest)) else { throw .outside }
    if path.hasPrefix("///") { return String(path.dropFirst(2)) }
    guard !path.hasPrefix("//") else { throw .outside }
    return path
  }

  static func isScheme(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.lowercased().utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
      }
  }

  static func leavesRoot(_ path: String) -> Bool {
    path.hasPrefix("/") || path.split(separator: "/").contains("..")
  }

  /// `text` with `%41` as `A`; nil when that gives a control character or no UTF-8.
  private static func percentDecoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let pair = Self.hex(rest.prefix(2)) {
        guard pair >= 0x20, pair != 0x7F else { return nil }
        bytes.append(pair)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
    let values = digits.compactMap(\.hexDigitValue)
    return values.count == 2 ? values[0] << 4 | values[1] : nil
  }
}
