import Spots
import SpotsSDL

/// A screen's document as it was read from a file, a stream or a server.
package struct ScreenFile: Sendable {
  package let source: DocumentSource
  /// As the user gave it.
  package var path: String { source.path }
  package private(set) var reading: ParsedScreen
  private(set) var fingerprint: Fingerprint
  /// The file's signature from before it was read, if it was settled; nil when not known.
  let signature: FileSignature?
  /// Reads the document, and changes to parts of it.
  let reader: ScreenReader
  /// The bytes of a document whose items are not checked yet; nil for any other.
  private var unchecked: [UInt8]?
  /// The bytes of a screen fetched from a server, for the cache; nil for any other.
  let served: [UInt8]?
  /// The nibs its items may name.
  package private(set) var nibs: NibFiles
  /// The place of the data beside the screen; nil where the document has it, or there is none.
  private(set) var dataSource: DataSource?
  /// Whether its data is that of the document which has it under a name.
  private(set) var sharesData = false
  /// Where the data is, if it is neither in the document nor anywhere else.
  package private(set) var dataPlace: DocumentSource?
  /// The place of the schema of that data; nil for none.
  package var schemaPlace: DocumentSource? { dataSource?.schema.flatMap(source(of:)) }
  /// The schema of the data beside the screen; nil for none.
  package private(set) var dataSchema: DataSchema?
  /// The data from there, once it has been read.
  package private(set) var data: DataFile?
  /// The server it came from; nil for a file or a stream.
  package let origin: ScreenOrigin?
  /// Whether the document was made to show the rows of the file.
  let isTable: Bool
  /// Whether the document is one of A2UI, which the screen was made from.
  package let isTranslated: Bool
  /// What is wrong with the messages of one of A2UI.
  let surfaceFaults: [A2UIFault]
  /// The folders of the images of a screen of the program itself; nil for any other.
  let ownFolders: [String]?

  /// An empty screen, as a placeholder for a document that has not arrived.
  static func empty(_ source: DocumentSource, kinds: KnownKinds) -> ScreenFile {
    ScreenFile(
      source, bytes: Array(#"{"components":[]}"#.utf8), kinds: kinds,
      origin: source.address.map { ScreenOrigin(address: $0) })
  }

  /// - Parameters:
  ///   - first: The path of the first page, if this one follows it on the same screen.
  ///   - isTable: Whether the document is not in the file, but was made to show its rows.
  ///   - isTranslated: Whether it was made from messages of A2UI.
  ///   - firstLine: The line of the stream on which the document begins; 1 for any other.
  ///   - imageProblem: Returns why there is no image with a name; nil when images are not checked.
  package init(
    _ source: DocumentSource, bytes: [UInt8], kinds: KnownKinds, onDemand: Bool = false,
    signature: FileSignature? = nil, origin: ScreenOrigin? = nil, following first: String? = nil,
    isTable: Bool = false, isTranslated: Bool = false, firstLine: Int = 1,
    imageProblem: (@Sendable (String) -> String?)? = nil
  ) {
    self.source = source
    self.signature = signature
    self.origin = origin
    self.isTable = isTable
    ownFolders = nil
    fingerprint = Fingerprint(bytes)
    nibs = NibFiles(screen: source, kinds: kinds)
    let translation = A2UIStream.document(of: bytes, words: Words(kinds.language))
    self.isTranslated = isTranslated || translation != nil
    surfaceFaults = translation?.faults ?? []
    let text = translation?.screen ?? bytes
    let path = source.path
    var reader = ScreenReader(
      dialect: ScreenReader.dialect(forFileName: path), itemKinds: kinds.items.union(nibs.kinds),
      componentKinds: kinds.components, imageProblem: imageProblem,
      imageNames: first.flatMap { Self.imageNames(of: path, origin, on: $0) })
    reader.firstLine = firstLine
    (reader.language, reader.strings) = (kinds.language, nibs.strings.strings)
    reading = onDemand ? reader.readOnDemand(text) : reader.read(text)
    reading.diagnostics += surfaceFaults.map(\.diagnostic)
    reader.strings = reader.strings.adding(reading.screen?.strings ?? [:])
    if let views = reading.screen?.views, !views.isEmpty {
      nibs = nibs.adding(views, of: path, by: reader)
      reader.itemKinds?.formUnion(nibs.kinds)
    }
    self.reader = reader
    dataSource = DataSource(reading.screen?.data)
    served = reading.screen != nil && origin?.cacheTime == nil && origin != nil ? bytes : nil
    unchecked = reading.areItemsChecked ? nil : text
  }

  /// Creates a screen that the program itself makes. It opens whatever the user picks on it,
  /// wherever that is.
  ///
  /// - Parameters:
  ///   - name: Stands for a path, though there is no file; may be empty.
  ///   - nibs: The only nibs its items may name.
  ///   - folders: Where its images are.
  init(own screen: Screen, name: String, nibs: NibFiles, kinds: KnownKinds, folders: [String]) {
    let bytes = ScreenWriter().write(screen)
    source = .program(name)
    (signature, origin, served, unchecked, dataSource) = (nil, nil, nil, nil, nil)
    fingerprint = Fingerprint(bytes)
    self.nibs = nibs
    reader = ScreenReader(
      itemKinds: kinds.items.union(nibs.kinds), componentKinds: kinds.components)
    reading = reader.read(bytes)
    (ownFolders, isTable, isTranslated, surfaceFaults) = (folders, false, false, [])
  }

  /// The same document with a changed screen, whose parts no longer have positions in the text; a
  /// document without a screen is returned as it is.
  func changed(to screen: Screen) -> ScreenFile {
    guard reading.screen != nil else { return self }
    var copy = self
    copy.reading.screen = screen
    copy.reading.sourceMap = SourceMap()
    return copy
  }

  /// Whether the document has another version of a screen under a name than the one with a
  /// fingerprint. Reads neither.
  func isScreenChanged(named name: String, since old: Fingerprint) -> Bool {
    reading.screen?.screens[name].map { fingerprint(of: $0) != old } ?? false
  }

  /// Tells apart versions of a screen that the document has under a name, and of its texts.
  private func fingerprint(of screen: JSONText) -> Fingerprint {
    Fingerprint(hashing: [screen.bytes] + reader.strings.tables.map(\.bytes))
  }

  /// The screen that the document has under a name, with the same nibs and pictures, which can open
  /// the others; nil for none.
  package func screen(named name: String, data loader: DataLoader) -> ScreenFile? {
    guard let screens = reading.screen?.screens, let text = screens[name] else { return nil }
    var copy = self
    copy.reading = reader.read(text.bytes)
    copy.reading.screen?.screens.merge(screens) { own, _ in own }
    (copy.fingerprint, copy.unchecked) = (fingerprint(of: text), nil)
    copy.dataSource = DataSource(copy.reading.screen?.data)
    (copy.data, copy.dataPlace, copy.dataSchema) = (nil, nil, nil)
    copy.sharesData = copy.dataSource?.isOfDocument == true
    // Its faults were reported with the document, at their places there.
    copy.reading.diagnostics = []
    return copy.sharesData ? copy : copy.withData(by: loader, of: text.bytes)
  }

  /// The same document with other nibs.
  func with(_ nibs: NibFiles) -> ScreenFile {
    var copy = self
    copy.nibs = nibs.adding(reading.screen?.views ?? [], of: path, by: reader)
    return copy
  }

  /// The same document with other data.
  func with(_ data: DataFile) -> ScreenFile {
    var copy = self
    copy.data = data
    return copy
  }

  /// The same document with the data of an earlier version, if its rows stay in a file that is
  /// followed: the file has been read further than for this version.
  func keepingRows(of old: ScreenFile) -> ScreenFile {
    guard let rows = old.data, rows.lines != nil, data?.lines != nil, dataPlace == old.dataPlace
    else { return self }
    return with(rows)
  }

  /// The same document with the data beside it, if that can be read, and with the faults of its
  /// holes and expressions, which are tried with the data.
  ///
  /// - Parameter bytes: The document.
  package func withData(by loader: DataLoader, of bytes: [UInt8]) -> ScreenFile {
    var (copy, problems) = (self, [String: String]())
    copy.dataPlace = loader.place(of: self)
    guard let screen = reading.screen, screen.data != nil else {
      if reading.screen != nil, let place = copy.dataPlace {
        copy.reading.diagnostics.append(Self.unused(place))
      }
      return copy
    }
    do throws(FileError) {
      copy.dataSchema = try loader.schema(for: self)
    } catch {
      problems["schema"] = "\(error)"
    }
    do throws(FileError) {
      copy.data = try loader.read(for: copy)
    } catch .missing where copy.dataSchema != nil {
      // A template, whose data comes from elsewhere.
    } catch {
      problems["from"] = "\(error)"
      // There is no place in the document to say it at.
      if dataSource == nil {
        copy.reading.diagnostics.append(Self.unreadable(copy.dataPlace, error))
      }
    }
    if isTable || isTranslated { return copy }
    copy.reading.diagnostics += reader.holeDiagnostics(
      of: bytes, screen, copy.data?.data, schema: copy.dataSchema, problems: problems)
    return copy
  }

  /// The error that there is data for a screen which shows none.
  private static func unused(_ place: DocumentSource) -> Diagnostic {
    error(
      "the screen has no 'data' in place of which '\(place.path.printable(limit: 80))' could be; "
        + "give it \"data\": null")
  }

  private static func unreadable(_ place: DocumentSource?, _ reason: FileError) -> Diagnostic {
    error("data '\((place?.path ?? "").printable(limit: 80))': \(reason)")
  }

  private static func error(_ message: String) -> Diagnostic {
    Diagnostic(
      severity: .error, code: .missingValue, line: 1, column: 1, path: "", message: message)
  }

  /// The screen as it is shown in a language.
  package func shownScreen(in language: Language) -> Screen? {
    guard let screen = reading.screen else { return nil }
    var reader = reader
    reader.language = language
    let data = (data?.data).map(ScreenData.init)
    let binding = ScreenBinding(screen, data: data, values: screen.firstValues, reader: reader)
    return binding?.screen ?? screen
  }

  /// The file cut to its first `count` components, if it has more than that at the top level; a
  /// diagnostic says where the omitted ones begin.
  func limited(toComponents count: Int, report: ViewerMessage.Handler) -> ScreenFile {
    guard reading.componentCount > count, let components = reading.screen?.components,
      components.count > count
    else { return self }
    var copy = self
    copy.reading.screen?.components = Array(components.prefix(count))
    copy.reading.componentCount = count
    let position = reading.sourceMap.component(count)
    let diagnostic = Diagnostic(
      severity: .error, code: .limit, line: position?.line ?? 0, column: position?.column ?? 0,
      path: "/components/\(count)",
      message: "a screen and the pages that follow it have at most \(Screen.maximumComponents) "
        + "components; from here on they are left out")
    report(.diagnostics([diagnostic], path: path))
    return copy
  }

  /// Whether the screen or one of its nibs has an error.
  package var hasErrors: Bool {
    reading.hasErrors || nibs.hasErrors || dataPlace != nil && data?.data == nil
  }

  /// All diagnostics of the document; slow when its items are not checked yet.
  var diagnostics: [Diagnostic] {
    unchecked.map { reader.diagnostics(of: $0).diagnostics } ?? reading.diagnostics
  }

  /// Reports the diagnostics of the file, and of those nibs that `other` does not have. A document
  /// with unchecked items is left to `ItemCheck`.
  package func report(since other: ScreenFile? = nil, to report: ViewerMessage.Handler) {
    if reading.areItemsChecked { report(.diagnostics(reading.diagnostics, path: path)) }
    if data?.fingerprint != other?.data?.fingerprint { data?.report(to: report) }
    for nib in nibs.changed(since: other?.nibs ?? NibFiles()) {
      report(.diagnostics(nib.reading.diagnostics, path: nib.path))
    }
    for (path, error) in nibs.faults { report(.unreadable(path: path, reason: "\(error)")) }
  }

  /// The warning that the image `source` cannot be shown, at the first place that names it.
  ///
  /// - Parameter line: Where a change named it, if one did.
  package func warning(
    ofImage source: String, reason: String, line: SourceMap.Position? = nil
  ) -> Diagnostic {
    let place = place(ofImage: source)
    let position = place?.position ?? line
    return Diagnostic(
      severity: .warning, code: .missingImage, line: position?.line ?? 0,
      column: position?.column ?? 0, path: place?.pointer ?? "",
      message: "image '\(source.printable(limit: 200))': \(reason)")
  }

  /// Renames images of the page at `path` for the screen of the page at `first`; nil keeps names.
  private static func imageNames(
    of path: String, _ origin: ScreenOrigin?, on first: String
  ) -> ImageNames? {
    if let address = origin?.address {
      return ImageNames(seenFrom: address.description) {
        ImageLocator.name(of: $0, at: address)
      }
    }
    let (folder, base) = (Path.folder(of: path), Path.folder(of: first))
    guard folder != base else { return nil }
    let isBelow = folder.hasPrefix(base + "/")
    let relative = isBelow ? String(folder.dropFirst(base.count + 1)) : folder
    return ImageNames(seenFrom: folder) { ImageLocator.name(of: $0, inFolder: relative) }
  }

  /// Whether a header, an item or a footer names the image.
  func names(image source: String) -> Bool { place(ofImage: source) != nil }

  /// The members of `sources` for which `names(image:)` is true; one pass, however many there are.
  package func images(among sources: Set<String>) -> Set<String> {
    guard !sources.isEmpty else { return [] }
    var named: Set<String> = []
    for component in reading.screen?.components ?? [] {
      if let image = component.header?.image { named.insert(image) }
      for item in component.items where sources.contains(item.image) { named.insert(item.image) }
      if let image = component.footer?.image { named.insert(image) }
    }
    return named.intersection(sources)
  }

  /// The first header, item or footer that names an image, itself or in an item inside it, and its
  /// position, which is nil once a change was made.
  private func place(
    ofImage source: String
  ) -> (pointer: String, position: SourceMap.Position?)? {
    var place: ItemPath?
    ItemWalk.visit(reading.screen?.components ?? []) { item, path in
      if item.image == source { place = ItemPath(component: path.component, part: path.part) }
      return place == nil
    }
    return place.map { ($0.pointer, reading.sourceMap.position(of: $0.part, in: $0.component)) }
  }

  /// Whether the document came from `path`, directly or by a redirect.
  func isAt(_ path: String) -> Bool {
    self.path == path || origin?.address.description == path
      || source.address?.description == path
  }

  /// Whether both came from the same place.
  func isSame(_ other: ScreenFile) -> Bool {
    isAt(other.path) || other.origin.map { isAt($0.address.description) } == true
  }

  /// The screen that `reference` in this document names; nil when a document from a server refers
  /// to something that is not on the web.
  package func source(of reference: String) -> DocumentSource? {
    if let address = origin.map({ $0.address.resolve(reference) }) ?? WebAddress(reference) {
      return .web(address.description, address)
    }
    return origin == nil ? .file(Path.resolve(reference, besideFile: path)) : nil
  }
}

extension SourceMap {
  /// The position of a part of the screen's component at an index; nil for one that has changed.
  func position(of part: ItemPath.Part, in component: Int) -> Position? {
    switch part {
    case .header: header(ofComponent: component)
    case .item(let index): item(index, inComponent: component)
    case .footer: footer(ofComponent: component)
    }
  }
}

/// The server a screen came from, and what the screen may refer to because of that.
package struct ScreenOrigin: Hashable, Sendable {
  /// The address after all redirects, against which references are resolved.
  var address: WebAddress
  var validators = Validators()
  /// Whether the server is in a private network, so that the screen may refer to more there.
  var isPrivate = false
  /// When the screen was cached, in seconds since 1970; nil when it is not from the cache.
  var cacheTime: Int?

  /// The server in a private network that the screen may refer to: its own, on the same port.
  var trustedHosts: Set<String> { isPrivate ? PrivateServers.names(of: address) : [] }
}

/// The kinds a document may name without a warning.
package struct KnownKinds: Sendable {
  /// Kinds of items that have views.
  package var items: Set<String>
  /// Kinds of components that have layouts.
  var components: Set<String>
  /// Folders of nibs for every screen.
  var viewFolders: [String]
  /// Additional folders that links to nibs may lead to.
  var allowedFolders: [String] = []
  /// The language of what stands in place of parts that cannot be shown.
  package var language = Language.standard
}

extension KnownKinds {
  /// The kinds registered with `configuration`; `views` are folders of more nibs.
  @MainActor
  package init(
    _ configuration: Configuration = .shared, views: [String] = [], allowed: [String] = [],
    language: Language = .standard
  ) {
    self.init(
      items: Set(configuration.kinds), components: Set(configuration.componentKinds),
      viewFolders: views, allowedFolders: allowed, language: language)
  }
}
