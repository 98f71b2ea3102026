import Glibc
import Spots
import SpotsSDL

/// A screen's document as it was read from a file, a stream or a server.
struct ScreenFile: Sendable {
  /// As the user gave it.
  let path: String
  private(set) var reading: ScreenReading
  let fingerprint: Fingerprint
  /// The file's signature from before it was read, if it was settled; nil when not known.
  let signature: FileSignature?
  private let reader: ScreenReader
  /// The bytes of a document whose items are not checked yet; nil for any other.
  private let unchecked: [UInt8]?
  /// The bytes of a screen fetched from a server, for the cache; nil for any other.
  let served: [UInt8]?
  /// The nibs its items may name.
  private(set) var nibs: NibFiles
  /// The server it came from; nil for a file or a stream.
  let origin: ScreenOrigin?

  /// An empty screen, as a placeholder for a document that has not arrived.
  static func empty(_ path: String, kinds: KnownKinds) -> ScreenFile {
    let origin = WebAddress(path).map { ScreenOrigin(address: $0) }
    return ScreenFile(
      path: path, bytes: Array(#"{"components":[]}"#.utf8), kinds: kinds, origin: origin)
  }

  /// - Parameters:
  ///   - first: The path of the first page, if this one follows it on the same screen.
  ///   - imageFault: Returns why there is no picture of a name; nil when pictures are not checked.
  init(
    path: String, bytes: [UInt8], kinds: KnownKinds, onDemand: Bool = false,
    signature: FileSignature? = nil, origin: ScreenOrigin? = nil, following first: String? = nil,
    imageFault: (@Sendable (String) -> String?)? = nil
  ) {
    self.path = path
    self.signature = signature
    self.origin = origin
    fingerprint = Fingerprint(bytes)
    nibs = NibFiles(screen: path, kinds: kinds)
    reader = ScreenReader(
      dialect: ScreenReader.dialect(forFileName: path), itemKinds: kinds.items.union(nibs.kinds),
      componentKinds: kinds.components, imageFault: imageFault,
      pictureNames: first.flatMap { Self.pictureNames(of: path, origin, on: $0) })
    reading = onDemand ? reader.readOnDemand(bytes) : reader.read(bytes)
    served = reading.screen != nil && origin?.cacheTime == nil && origin != nil ? bytes : nil
    unchecked = reading.areItemsChecked ? nil : bytes
  }

  /// The same document with the nibs as they are now.
  func withPresentNibs(kinds: KnownKinds) -> ScreenFile {
    var copy = self
    copy.nibs = NibFiles(screen: path, kinds: kinds)
    return copy
  }

  /// The file cut to its first `count` components, if it has more than that at the top level.
  /// Standard error says where the omitted ones begin.
  @MainActor
  func limited(toComponents count: Int) -> ScreenFile {
    guard reading.componentCount > count, let components = reading.screen?.components,
      components.count > count
    else { return self }
    var copy = self
    copy.reading.screen?.components = Array(components.prefix(count))
    copy.reading.componentCount = count
    let position = reading.sourceMap.component(count)
    let diagnostic = Diagnostic(
      severity: .error, code: .limit, line: position?.line ?? 1, column: position?.column ?? 1,
      path: "/components/\(count)",
      message: "a screen and the pages that follow it have at most \(Screen.maximumComponents) "
        + "components; from here on they are left out")
    Stage.report([diagnostic], path: path)
    return copy
  }

  /// Whether the screen or one of its nibs has an error.
  var hasErrors: Bool { reading.hasErrors || nibs.hasErrors }

  /// All diagnostics of the document; slow when its items are not checked yet.
  var diagnostics: [Diagnostic] {
    unchecked.map { reader.diagnostics(of: $0).diagnostics } ?? reading.diagnostics
  }

  /// Prints the diagnostics of the file, and of those nibs that `other` does not have. A document
  /// with unchecked items is left to `ItemCheck`.
  @MainActor
  func report(since other: ScreenFile? = nil) {
    if reading.areItemsChecked { Stage.report(reading.diagnostics, path: path) }
    for nib in nibs.changed(since: other?.nibs ?? NibFiles()) {
      Stage.report(nib.reading.diagnostics, path: nib.path)
    }
    for (path, error) in nibs.faults { StandardError.write("\(path.printable()): \(error)\n") }
  }

  /// The warning that the picture `source` cannot be shown, at the first place that names it.
  func warning(ofImage source: String, reason: String) -> Diagnostic {
    let position = position(ofImage: source)
    return Diagnostic(
      severity: .warning, code: .missingImage, line: position?.line ?? 1,
      column: position?.column ?? 1, path: "",
      message: "image '\(source.printable(limit: 200))': \(reason)")
  }

  /// Renames pictures of the page at `path` for the screen of the page at `first`; nil keeps names.
  private static func pictureNames(
    of path: String, _ origin: ScreenOrigin?, on first: String
  ) -> PictureNames? {
    if let address = origin?.address {
      return PictureNames(seenFrom: address.description) {
        ImageLocator.name(of: $0, at: address)
      }
    }
    let (folder, base) = (folder(of: path), folder(of: first))
    guard folder != base else { return nil }
    let isBelow = folder.hasPrefix(base + "/")
    let relative = isBelow ? String(folder.dropFirst(base.count + 1)) : folder
    return PictureNames(seenFrom: folder) { ImageLocator.name(of: $0, inFolder: relative) }
  }

  /// Whether a header, an item or a footer names the picture; composite children are not searched.
  func names(image source: String) -> Bool { position(ofImage: source) != nil }

  private func position(ofImage source: String) -> SourceMap.Position? {
    let map = reading.sourceMap
    for (index, component) in (reading.screen?.components ?? []).enumerated() {
      if component.header?.image == source { return map.header(ofComponent: index) }
      if let item = component.items.firstIndex(where: { $0.image == source }) {
        return map.item(item, inComponent: index)
      }
      if component.footer?.image == source { return map.footer(ofComponent: index) }
    }
    return nil
  }

  /// The folder the file is in, without a trailing slash; `/` at the root, `.` for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The path or address of the screen that `reference` in this document names; nil when a document
  /// from a server refers to something that is not on the web.
  func path(of reference: String) -> String? {
    if let origin { return origin.address.resolve(reference)?.description }
    return WebAddress(reference)?.description ?? Self.path(reference, besideFile: path)
  }

  /// `relative` resolved against the folder of the file at `path`.
  static func path(_ relative: String, besideFile path: String) -> String {
    if relative.hasPrefix("/") { return relative }
    let folder = folder(of: path)
    return folder == "." && !path.hasPrefix("./") ? relative : folder + "/" + relative
  }

  /// The nearest folder named `Assets` beside the file at `path` or above it.
  static func assetsFolder(above path: String) -> String? {
    guard let resolved = realpath(folder(of: path), nil) else { return nil }
    defer { free(resolved) }
    var folder = String(cString: resolved)
    while true {
      let candidate = (folder == "/" ? "" : folder) + "/Assets"
      var status = stat()
      if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return candidate }
      guard folder != "/" else { return nil }
      folder = Self.folder(of: folder)
    }
  }
}
