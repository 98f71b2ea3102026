import Spots
import SpotsSDL
import SpotsViewer

/// Checks documents one after another: screens, nibs and test plans.
@MainActor
final class DocumentCheck {
  /// The faults of a document.
  struct Result {
    /// In the order of their positions.
    var diagnostics: [Diagnostic]
    /// The number of further faults, which are left out.
    var omitted = 0
  }

  private let images: ImageOptions
  /// With the access to the network that the user gives.
  private let options: ViewerOptions
  /// The data of the one screen, in place of what it says; nil leaves it to the screen.
  private let data: String?
  private let views: [String]
  /// Whether screens are looked at in windows of many widths.
  private let looks: Bool
  /// The language of formats.
  private let language: Language
  /// Measures text; made for the first screen and shared by all. Nil when there is no font.
  private lazy var context = makeContext()
  /// The files that the checks so far depend on.
  private(set) var dependencies: Set<Watched> = []

  /// - Parameter views: Folders of nibs for every screen.
  /// - Throws: When the file of credentials cannot be used.
  init(
    images: ImageOptions, network: NetworkOptions, data: String?, views: [String],
    looks: Bool = false, language: Language = .standard
  ) throws {
    var options = ViewerOptions()
    try network.adopt(into: &options)
    (self.images, self.options, self.data) = (images, options, data)
    (self.views, self.looks, self.language) = (views, looks, language)
  }

  /// The documents at `path`: for a folder, those in it and the nibs in its `Views`; else `path`.
  static func documents(at path: String) -> [String] {
    guard FolderEntries.isFolder(path), let names = FolderEntries.names(in: path) else {
      return [path]
    }
    let isDocument = { (name: String) in
      TestFolder.isScreen(name) || name.hasSuffix(NibFiles.suffix) || name == TestPlan.fileName
    }
    let views = Path.join(path, "Views")
    let nibs = FolderEntries.names(in: views, suffix: NibFiles.suffix) ?? []
    return names.filter(isDocument).map { Path.join(path, $0) }
      + nibs.map { Path.join(views, $0) }
  }

  /// The files of texts beside the documents at `path`.
  static func strings(beside path: String) -> [String] {
    let isFolder = FolderEntries.isFolder(path)
    let screen = isFolder ? .file(Path.join(path, "screen.json")) : DocumentSource(path)
    return StringFiles(screen: screen).files.map(\.path)
  }

  /// Checks a file of texts; nil for any other.
  private func checkStrings(_ path: String) -> Result? {
    let folder = Path.folder(of: path)
    guard Path.name(of: folder) == StringFiles.folder else { return nil }
    let files = StringFiles(screen: .file(Path.join(Path.folder(of: folder), "screen.json")))
    guard let table = files.files.first(where: { $0.path == path })?.table else { return nil }
    let named = StringFiles.named(besideFolder: folder)
    return Result(diagnostics: files.diagnostics(of: table, named: Set(named.keys)))
  }

  /// Checks the document at `path`.
  ///
  /// - Throws: When it cannot be read.
  func check(_ path: String) throws(FileError) -> Result {
    let kinds = KnownKinds(views: views, allowed: images.allowPath, language: language)
    let source = DocumentSource(path)
    if source.address != nil { return try check(source, kinds) }
    dependencies.insert(.file(path))
    if let strings = checkStrings(path) { return strings }
    let table = try TableFile.document(for: source) { path throws(FileError) in
      SourceFiles.add(path)
      return try FileBytes.open(path)
    }
    let bytes = if let table { table } else { try source.readWhole() }
    if Path.name(of: path) == TestPlan.fileName {
      return Result(diagnostics: TestPlan.read(bytes).diagnostics)
    }
    if path.hasSuffix(NibFiles.suffix) { return Result(diagnostics: Nib.read(bytes).diagnostics) }
    let locator = images.folders.locator(path: path)
    let loader = loader(of: source, kinds)
    let file = ScreenFile(
      source, bytes: bytes, kinds: kinds, isTable: table != nil
    ) { locator.failure(of: $0) }
    .withData(by: loader.data, of: bytes)
    for place in [file.dataPlace, file.schemaPlace] {
      if case .file(let path)? = place { dependencies.insert(.file(path)) }
    }
    dependencies.formUnion(
      NibFiles.watched(for: source, in: NibFiles.places(screen: source, folders: views)))
    let reviewed = file.isTranslated ? [] : review(file, bytes, locator, loader.access)
    let all = file.reading.diagnostics + (table == nil ? reviewed : file.data?.diagnostics ?? [])
    return Result(
      diagnostics: all.enumerated().sorted {
        ($0.element.line, $0.element.column, $0.offset)
          < ($1.element.line, $1.element.column, $1.offset)
      }.map(\.element), omitted: file.reading.omittedDiagnostics)
  }

  private func check(
    _ source: DocumentSource, _ kinds: KnownKinds
  ) throws(FileError) -> Result {
    switch loader(of: source, kinds).openAndKeep(source) {
    case .good(let file), .broken(let file):
      return Result(
        diagnostics: file.reading.diagnostics, omitted: file.reading.omittedDiagnostics)
    case .missing, .unchanged: throw .missing
    case .unreadable(let error): throw error
    case .unreachable(let error): throw .unreachable("\(error)")
    }
  }

  private func loader(of source: DocumentSource, _ kinds: KnownKinds) -> ScreenLoader {
    var loader = ScreenLoader(
      kinds: kinds, fetcher: options.fetcher, allowedHosts: options.allowedHosts,
      access: images.folders.access(source), cache: .standard, report: StandardError.write)
    loader.givenData = data.map { DataLoader.Given(screen: source, data: $0) }
    loader.waitsForData = true
    return loader
  }

  /// Warns about what makes a screen hard to use.
  private func review(
    _ file: ScreenFile, _ bytes: [UInt8], _ locator: ImageLocator, _ access: DocumentAccess
  ) -> [Diagnostic] {
    guard let shown = file.shownScreen(in: language), let context else { return [] }
    // Rows are alike.
    let screen = file.reading.screen?.data == nil ? shown : shown.prefix(ofItems: Self.mostRows)
    var review = ScreenReview(
      context: context, file: file, screen: screen, locator: locator,
      access: access)
    do throws(ViewerError) {
      defer {
        dependencies.formUnion(context.picturePaths.union(review.targets).map { .file($0) })
      }
      let uneven = looks ? LookReview.findings(screen, file, in: context) : []
      return ScreenReader(dialect: ScreenReader.dialect(forFileName: file.path))
        .warnings(of: try review.findings() + uneven, in: bytes)
    } catch {
      StandardError.warn("\(file.path): \(error)")
      return []
    }
  }

  private static let mostRows = 1000

  private func makeContext() -> ViewerContext? {
    var options = ViewerOptions()
    options.theme = .light
    options.textScale = 1
    options.language = language
    options.nibFolders = views
    options.assetsFolder = images.assets
    options.allowedFolders = images.allowPath
    options.isOffline = true
    do throws(ViewerError) {
      let context = try ViewerContext(source: nil, options: options, scale: 1) { _ in }
      context.refuseServers()
      context.environment.reducesMotion = true
      return context
    } catch {
      StandardError.warn("texts and pictures are not checked: \(error)")
      return nil
    }
  }
}
