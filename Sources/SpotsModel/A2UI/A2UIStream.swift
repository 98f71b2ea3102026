/// The surfaces of a stream of A2UI, and the screen that shows them one below the other.
///
/// The screen's data has the data model of each surface under its identifier. What messages change
/// is said in lines that change a screen: a whole one, or operations on the data alone.
package struct A2UIStream: Sendable {
  private var surfaces: [A2UISurface] = []
  private var title: String?
  /// The screen that was written last, without its data.
  private var shown: [String: JSONValue]?
  /// The faults reported so far; each is reported once.
  private var known: Set<A2UIFault> = []

  private static let mostSurfaces = 64
  /// The version that messages to servers have where nothing says otherwise.
  package static let version = A2UIMessage.version
  /// The catalogs that are known, as a client tells servers of them.
  package static var capabilities: JSONValue { A2UIMessage.capabilities }
  private let words: Words

  /// - Parameter words: The language of what stands for parts that cannot be shown.
  package init(words: Words = .english) { self.words = words }

  /// The effect of a message.
  package struct Update: Sendable {
    /// A line for the screen; nil where nothing is seen of it.
    package var line: [UInt8]?
    package var faults: [A2UIFault] = []

    package init(faults: [A2UIFault] = []) { self.faults = faults }
  }

  /// The document for one of A2UI, and what is wrong with it; nil for a document of any other kind.
  ///
  /// - Complexity: O(bytes); for almost all others O(1).
  package static func document(
    of bytes: [UInt8], words: @autoclosure () -> Words = .english
  ) -> (screen: [UInt8], faults: [A2UIFault])? {
    guard let (title, messages) = A2UIMessage.all(in: bytes) else { return nil }
    var (stream, faults) = (A2UIStream(words: words()), [A2UIFault]())
    stream.title = title
    for message in messages { faults += stream.apply(message).faults }
    let end = stream.finish()
    return (stream.document(), faults + end)
  }

  /// Whether a document is likely one of A2UI: there is a key of its messages at its beginning.
  package static func isLikely(_ bytes: [UInt8]) -> Bool { A2UIMessage.isLikely(bytes) }

  /// Takes the messages of a text, which are usually one.
  package mutating func receive(_ bytes: [UInt8]) -> Update {
    guard let (title, messages) = A2UIMessage.all(in: bytes) else {
      let isJSON = JSONValue.read(bytes).value != nil
      let fault =
        isJSON
        ? A2UIFault(.validation, "", "this is no message of A2UI \(A2UIMessage.version)")
        : A2UIFault(.noJSON, "", "this is no JSON")
      return Update(faults: [fault])
    }
    self.title = title ?? self.title
    var (edits, update) = ([JSONValue]?.some([]), Update())
    for message in messages {
      let effect = apply(message)
      update.faults += effect.faults
      if case .edit(let edit) = effect.change { edits?.append(contentsOf: edit.map { [$0] } ?? []) }
      if case .screen = effect.change { edits = nil }
    }
    let (screen, faults) = translation(isAwaiting: true)
    update.faults += news(faults)
    if screen != shown || edits == nil && shown == nil {
      update.line = write(screen)
    } else if let edits, !edits.isEmpty {
      let patch = edits.map { $0.merging(["path": .string("/data" + ($0["path"]?.text ?? ""))]) }
      update.line = JSONWriter { $0.value(["patch": .array(patch)]) }.bytes
    } else if edits == nil {
      update.line = write(screen)
    }
    shown = screen
    return update
  }

  /// Ends the stream, and returns the faults of components that never came.
  package mutating func finish() -> [A2UIFault] { news(translation(isAwaiting: false).faults) }

  // MARK: Messages

  private enum Change {
    case none
    case screen
    /// An operation on the data, whose path begins with the surface.
    case edit(JSONValue?)
  }

  private mutating func apply(_ message: JSONValue?) -> (change: Change, faults: [A2UIFault]) {
    guard let message else { return (.none, [A2UIFault(.noJSON, "", "this is no JSON")]) }
    do throws(A2UIFault) {
      let (id, content) = try A2UIMessage.read(message)
      let effect = try apply(content, to: id)
      return (effect.change, effect.faults.map(told))
    } catch {
      return (.none, [told(error)])
    }
  }

  private mutating func apply(
    _ message: A2UIMessage, to id: String
  ) throws(A2UIFault) -> (change: Change, faults: [A2UIFault]) {
    if case .nothing = message { return (.none, []) }
    let index = surfaces.firstIndex { $0.id == id }
    let name = id.printable(limit: 80)
    if case .create(let creation) = message {
      guard index == nil else {
        throw A2UIFault(.existingSurface, id, "there is a surface '\(name)' already")
      }
      guard surfaces.count < Self.mostSurfaces else {
        throw A2UIFault(.limit, id, "there are at most \(Self.mostSurfaces) surfaces")
      }
      surfaces.append(A2UISurface(id, creation, words))
      return (.screen, surfaces[surfaces.count - 1].update(creation.components))
    }
    guard let index else {
      throw A2UIFault(.unknownSurface, id, "there is no surface '\(name)'")
    }
    switch message {
    case .update(let components): return (.screen, surfaces[index].update(components))
    case .edit(let path, let value): return (.edit(try surfaces[index].edit(path, value)), [])
    case .delete, .create, .nothing:
      surfaces.remove(at: index)
      return (.screen, [])
    }
  }

  private mutating func news(_ faults: [A2UIFault]) -> [A2UIFault] {
    faults.map(told).filter { known.insert($0).inserted }
  }

  /// The fault in the version that its server speaks.
  private func told(_ fault: A2UIFault) -> A2UIFault {
    guard fault.code != .call else { return fault }
    var fault = fault
    let surface = surfaces.first { $0.id == fault.surface } ?? surfaces.first
    if let surface { fault.version = surface.version }
    return fault
  }

  // MARK: The screen

  /// The screen without its data, and what is wrong with the surfaces.
  private func translation(
    isAwaiting: Bool
  ) -> (screen: [String: JSONValue], faults: [A2UIFault]) {
    var (components, views, dialogs) = ([JSONValue](), [String: JSONValue](), [String: JSONValue]())
    var faults: [A2UIFault] = []
    for surface in surfaces {
      let screen = A2UIScreen(surface, isAwaiting: isAwaiting)
      components += screen.components
      views.merge(screen.views) { $1 }
      faults += screen.faults
      for (name, content) in screen.dialogScreens {
        dialogs[name] = [
          "spacing": "comfortable", "max-width": Self.width, "data": ["from": "#"],
          "title": .string(screen.dialogTitles[name] ?? ""), "components": .array(content),
        ]
      }
    }
    var screen: [String: JSONValue] = [
      "identifier": "a2ui", "spacing": "comfortable", "max-width": Self.width,
      "components": .array(components),
    ]
    let agent = surfaces.first?.theme["agentDisplayName"]?.text
    if let title = title ?? agent { screen["title"] = .string(ExpressionTemplate.escaped(title)) }
    if !views.isEmpty {
      screen["views"] = .array(views.sorted { $0.key < $1.key }.map(\.value))
    }
    if !dialogs.isEmpty { screen["screens"] = .object(dialogs) }
    return (screen, faults)
  }

  private static let width: JSONValue = 720

  private var data: JSONValue {
    .object(Dictionary(uniqueKeysWithValues: surfaces.map { ($0.id, $0.data) }))
  }

  /// The document of the screen as it is now.
  func document() -> [UInt8] { write(translation(isAwaiting: false).screen) }

  private func write(_ screen: [String: JSONValue]) -> [UInt8] {
    JSONWriter { json in
      json.object { json in
        // Braces and kinds are read as what these make of them.
        json.member("data", data)
        if let views = screen["views"] { json.member("views", views) }
        for (key, value) in screen.sorted(by: { $0.key < $1.key }) where key != "views" {
          json.member(key, value)
        }
      }
    }.bytes
  }
}
