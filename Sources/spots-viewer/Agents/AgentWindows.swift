import Dispatch
import Spots
import SpotsSDL
import Synchronization

/// The windows of a server: its questions to the user, and the screens that it shows.
final class AgentWindows: Sendable {
  private struct State {
    /// In the order in which they were opened.
    var questions: [AgentQuestion] = []
    var windows: [AgentWindow] = []
    var count = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let program: String
  private let schema: ScreenSchema

  /// The most windows of each sort, and the most questions whose answers are kept.
  private static let (mostWindows, mostQuestions) = (8, 32)

  /// - Parameters:
  ///   - program: The path of this program.
  ///   - schema: That of screens.
  init(program: String, schema: ScreenSchema) { (self.program, self.schema) = (program, schema) }

  /// Carries out a call.
  ///
  /// - Parameter client: The name of who asks, for the titles of windows.
  /// - Throws: A sentence about what is wrong with the arguments.
  func perform(
    _ call: AgentCall, _ arguments: ToolArguments, of client: String
  ) throws(FieldFault) {
    let options = ["--offline", "--for=\(client)"]
    let title = arguments.title.map { ["--title=\($0)"] } ?? []
    switch call.tool {
    case .ask:
      let (words, input) = try question(arguments)
      try ask(["ask"] + words + options, input, call, arguments) { output in
        ["values": JSONValue.read(output).value ?? .null]
      }
    case .pick:
      let all = arguments.options ?? []
      guard !all.isEmpty else { throw FieldFault("'options' has nothing to pick") }
      let words = ["pick", "--null", "--print", "index"] + title
      let several = arguments.isMultiple ? ["--multiple"] : []
      let input = all.flatMap { $0.utf8.filter { $0 != 0 } + [0] }
      try ask(words + several + options, input, call, arguments) { output in
        let indexes = output.split(separator: 0).compactMap {
          Int(String(decoding: $0, as: UTF8.self))
        }
        return ["picked": .array(indexes.map { .string(all[$0]) })]
      }
    case .wait: try question(arguments.id ?? "").wait(call, timeout: arguments.timeout)
    case .show:
      let (source, input) = try screen(arguments)
      let size = arguments.size.map { ["--size", "\($0.width)x\($0.height)"] } ?? []
      try show(["view", source] + size + options, input, call)
    default: try window(arguments.window ?? "").perform(call, arguments)
    }
  }

  /// Closes the window of a question whose call is cancelled.
  func cancelled(_ call: AgentCall) {
    for question in state.withLock({ $0.questions }) where question.leave(call) {
      if call.tool != .wait { question.close() }
    }
  }

  private static func checkDisplay() throws(FieldFault) {
    if !Surroundings.haveDisplay {
      throw FieldFault("there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set")
    }
  }

  // MARK: Questions

  private func ask(
    _ words: [String], _ input: [UInt8], _ call: AgentCall, _ arguments: ToolArguments,
    read: @escaping @Sendable ([UInt8]) -> [String: JSONValue]
  ) throws(FieldFault) {
    try Self.checkDisplay()
    let question = try state.withLock { state throws(FieldFault) -> AgentQuestion in
      guard state.questions.count(where: \.isOpen) < Self.mostWindows, !state.isClosed else {
        throw FieldFault("\(Self.mostWindows) questions are open; the user has to answer first")
      }
      state.count += 1
      let question = AgentQuestion(id: "\(call.tool)-\(state.count)")
      let answered = state.questions.filter { !$0.isOpen }.suffix(Self.mostQuestions)
      state.questions = answered + state.questions.filter(\.isOpen) + [question]
      return question
    }
    do throws(FileError) {
      try question.open(program, words, input: input, read: read)
    } catch {
      throw FieldFault("no window can be opened: \(error)")
    }
    question.wait(call, timeout: arguments.timeout)
  }

  /// The arguments of the command that asks, and its input.
  private func question(_ arguments: ToolArguments) throws(FieldFault) -> ([String], [UInt8]) {
    guard let schema = arguments.schema, arguments.screen == nil else {
      guard arguments.screen != nil, arguments.schema == nil, arguments.title == nil else {
        throw FieldFault("give a 'schema', perhaps with a 'title', or a 'screen'")
      }
      let (source, input) = try screen(arguments)
      guard Self.isAnswerable(input) else {
        throw FieldFault("nothing on the screen answers: give an item the action 'submit'")
      }
      return ([source], input)
    }
    let bytes = Array(schema.utf8)
    do throws(SchemaFault) {
      _ = try SchemaForm(bytes)
    } catch {
      throw FieldFault("schema: \(error)")
    }
    return (["--schema", "-"] + (arguments.title.map { ["--title=\($0)"] } ?? []), bytes)
  }

  /// Whether users can answer a screen, as far as that is known before its data is there.
  private static func isAnswerable(_ document: [UInt8]) -> Bool {
    let components = ScreenReader().read(document).screen?.components ?? []
    var isAnswerable = components.contains { $0.rows.each != nil }
    ItemWalk.visit(components) { item, _ in
      isAnswerable = isAnswerable || item.action != nil || !item.actions.isEmpty
      return !isAnswerable
    }
    return isAnswerable
  }

  private func question(_ id: String) throws(FieldFault) -> AgentQuestion {
    let all = state.withLock { $0.questions }
    if let question = all.first(where: { $0.id == id }) { return question }
    throw Self.unknown("question", id, among: all.map(\.id))
  }

  private static func unknown(_ noun: String, _ name: String, among all: [String]) -> FieldFault {
    let rest = all.isEmpty ? "there is none" : "there are \(all.joined(separator: ", "))"
    return FieldFault("there is no \(noun) '\(name.printable(limit: 40))'; \(rest)")
  }

  // MARK: Screens

  /// The name of the document of a screen, and what standard input holds.
  private func screen(_ arguments: ToolArguments) throws(FieldFault) -> (String, [UInt8]) {
    if let file = arguments.file, arguments.screen == nil {
      guard let folder = SymbolicLinks.resolve("."), let path = SymbolicLinks.resolve(file),
        path.hasPrefix(folder + "/")
      else {
        throw FieldFault("'file' is not a file below the folder that the server was started in")
      }
      return (path, [])
    }
    guard let screen = arguments.screen, arguments.file == nil else {
      throw FieldFault("give either a 'screen' or a 'file'")
    }
    // On one line, as the documents of a stream are.
    let bytes = screen.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    if let surfaces = A2UIStream.document(of: bytes) {
      let faults = surfaces.faults.map(\.diagnostic)
      guard faults.isEmpty else { throw FieldFault(ToolArguments.list(faults, orElse: "")) }
      return ("-", bytes + [UInt8(ascii: "\n")])
    }
    let reading = ScreenReader(
      itemKinds: Set(schema.itemKinds), componentKinds: Set(schema.componentKinds)
    ).read(bytes)
    let faults = reading.diagnostics.filter { $0.severity == .error || $0.code == .unknownKey }
    guard faults.isEmpty, reading.screen != nil else {
      throw FieldFault(ToolArguments.list(faults, orElse: "'screen' holds no screen"))
    }
    return ("-", bytes + [UInt8(ascii: "\n")])
  }

  private func show(_ words: [String], _ input: [UInt8], _ call: AgentCall) throws(FieldFault) {
    try Self.checkDisplay()
    let name = try state.withLock { state throws(FieldFault) in
      guard state.windows.count(where: \.isOpen) < Self.mostWindows, !state.isClosed else {
        let advice = "show another screen in one of them by 'update'"
        throw FieldFault("\(Self.mostWindows) windows are open; \(advice)")
      }
      state.count += 1
      return "window-\(state.count)"
    }
    do throws(FileError) {
      let window = try AgentWindow(name, program, words, input: input)
      state.withLock { state in
        let gone = state.windows.filter { !$0.isOpen }.suffix(Self.mostWindows)
        state.windows = gone + state.windows.filter(\.isOpen) + [window]
      }
      window.perform(call, ToolArguments())
    } catch {
      throw FieldFault("no window can be opened: \(error)")
    }
  }

  private func window(_ name: String) throws(FieldFault) -> AgentWindow {
    let (windows, questions) = state.withLock { ($0.windows, $0.questions) }
    if let window = windows.first(where: { $0.name == name }) { return window }
    if questions.contains(where: { $0.id == name }) {
      throw FieldFault("'\(name)' is a question, which tools neither see nor use")
    }
    throw Self.unknown("window", name, among: windows.filter(\.isOpen).map(\.name))
  }

  // MARK: Ending

  /// Waits for what tools are doing in windows.
  func finish() {
    let done = DispatchGroup()
    for window in state.withLock({ $0.windows }) {
      done.enter()
      window.onIdle { done.leave() }
    }
    _ = done.wait(timeout: .now() + 10)
  }

  /// Closes all windows, and opens no other. Returns when they are closed, and whoever waits for
  /// their answers has one.
  func close() {
    let (windows, questions) = state.withLock { state in
      state.isClosed = true
      return (state.windows, state.questions)
    }
    for window in windows { window.close() }
    for question in questions { question.close() }
    for window in windows { window.waitUntilEnd() }
    for question in questions { question.waitUntilEnd() }
  }
}
