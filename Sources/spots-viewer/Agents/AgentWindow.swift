import Glibc
import Spots
import SpotsSDL
import SpotsViewer
import Synchronization

/// A window that shows a screen for an agent, and what tools do with it, one after the other.
final class AgentWindow: Sendable {
  let name: String
  private let child: AgentChild
  private let conversation: Mutex<ControlConversation>
  private let queue = WorkQueue()
  /// Whether a line of the agent has closed the window.
  private let isClosedByLine = Mutex(false)

  /// How long a window may take to answer, in seconds.
  private static let patience = 30
  /// The most bytes of a picture.
  private static let largestPicture = 2 << 20
  /// The most bytes that are typed.
  private static let longestText = 16 << 10
  /// The most events of an answer, the last ones.
  private static let mostEvents = 50
  /// Waits for the end of motions.
  private static let rest = Array(#"{"wait-for":{"rest":true,"timeout":2}}"#.utf8)

  /// - Parameters:
  ///   - program: The path of this program.
  ///   - words: The arguments.
  init(
    _ name: String, _ program: String, _ words: [String], input: [UInt8]
  ) throws(FileError) {
    child = try AgentChild(program, words, input: input)
    self.name = name
    conversation = Mutex(ControlConversation(child.link))
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        child.link, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
    }
  }

  var isOpen: Bool { !child.hasEnded }

  /// Answers a call once those before it are answered.
  func perform(_ call: AgentCall, _ arguments: ToolArguments) {
    queue.async { [self] in
      do {
        let isWanted = call.answer(try result(of: call.tool, arguments))
        if call.tool == .show, !isWanted { close() }
      } catch {
        call.answer(.fault("\(error)"))
      }
    }
  }

  /// Calls `body` once all calls so far are answered.
  func onIdle(_ body: @escaping @Sendable () -> Void) { queue.async(body) }

  func close() { child.stop() }

  func waitUntilEnd() { child.waitUntilEnd() }

  // MARK: Tools

  private func result(of tool: AgentTool, _ arguments: ToolArguments) throws -> AgentResult {
    var (answer, heard) = ([String: JSONValue](), Heard())
    func ask(_ question: [UInt8]) throws -> [String: JSONValue] { try self.ask(question, &heard) }
    func click(_ search: ItemSearch) throws {
      _ = try ask(ReplayLine.line("click", .object(ItemSearch.fields), search))
    }
    switch tool {
    case .screenshot: return try screenshot(ask)
    case .tree:
      let tree = try ask(Array(#"{"tree":{"visible":true,"parts":true}}"#.utf8))["tree"]
      return AgentResult(text: AgentOutline(tree ?? .null).text)
    case .find:
      answer["items"] = try ask(
        ReplayLine.line("find", .object(ItemSearch.fields), arguments.search))["items"]
    case .values: answer["values"] = try ask(Array(#"{"values":true}"#.utf8))["values"]
    case .click: try click(arguments.search)
    case .type:
      guard let text = arguments.text, text.utf8.count <= Self.longestText else {
        throw FieldFault("a text of at most 16 KiB is typed; 'update' sets longer ones")
      }
      if let target = arguments.target { try click(target) }
      // As one text, so that line breaks and tabs stay in the field rather than leave it.
      _ = try ask(ReplayLine.line("text", .string, text))
    case .update:
      if try update(arguments.lines ?? [], ask) { return .data(["closed": true]) }
    case .show: answer["window"] = .string(name)
    case .ask, .pick, .wait: preconditionFailure("these are not about windows of 'show'")
    }
    if [.click, .type, .update, .show].contains(tool) { _ = try ask(Self.rest) }
    if !heard.warnings.isEmpty { answer["warnings"] = .string(Self.short(heard.warnings)) }
    if !heard.events.isEmpty { answer["events"] = .array(heard.events.suffix(Self.mostEvents)) }
    var result = AgentResult.data(.object(answer))
    result.isError = heard.events.contains { Self.name(of: $0) == "refused" }
    return result
  }

  /// Changes the screen by lines.
  ///
  /// - Returns: Whether one of them closes the window.
  private func update(
    _ lines: [JSONValue], _ ask: ([UInt8]) throws -> [String: JSONValue]
  ) throws -> Bool {
    let isLast = lines.contains(["close": true])
    do {
      _ = try ask(JSONWriter { $0.value(["lines": .array(lines)]) }.bytes)
    } catch {
      guard isLast, !isOpen else { throw error }
    }
    if isLast {
      isClosedByLine.withLock { $0 = true }
      close()
    }
    return isLast
  }

  private static func short(_ lines: String) -> String {
    lines.split(separator: "\n").map { $0.printable(limit: 400) }.joined(separator: "\n")
  }

  /// What a window tells of beside its answers.
  private struct Heard {
    var events: [JSONValue] = []
    /// Lines about documents, pictures and the machine.
    var warnings = ""
  }

  /// Sends a question, and collects what has happened since the last one.
  private func ask(
    _ question: [UInt8], _ heard: inout Heard
  ) throws(FieldFault) -> [String: JSONValue] {
    let answer = conversation.withLock { conversation in
      conversation.ask(question) { line in
        if let event = Self.event(line) { heard.events.append(event) }
      }
    }
    guard let answer else {
      // The connection ends a little before the process.
      waitUntilEnd()
      let isClosed = isClosedByLine.withLock(\.self)
      throw FieldFault(isClosed ? "an 'update' has closed the window" : child.reason)
    }
    if case .string(let warnings)? = answer["warnings"] { heard.warnings += warnings }
    if case .string(let message)? = answer["error"] { throw FieldFault(message) }
    return answer
  }

  /// The events that tell what the user has done, or what could not be done.
  private static let told: Set = [
    "itemSelected", "submitted", "selectionChanged", "move", "delete", "navigated", "refused",
    "unavailable", "snapshot",
  ]

  private static func name(of event: JSONValue) -> String {
    if case .object(let members) = event { members["event"]?.typedText ?? "" } else { "" }
  }

  /// - Returns: Nil for a line that is of no use to an agent.
  private static func event(_ line: [UInt8]) -> JSONValue? {
    guard let value = JSONValue.read(line).value, told.contains(name(of: value)),
      case .object(var members) = value
    else { return nil }
    // Data may hold a secret that a field is bound to.
    for key in ["component", "item", "data"] { members[key] = nil }
    return .object(members)
  }

  private func screenshot(
    _ ask: ([UInt8]) throws -> [String: JSONValue]
  ) throws -> AgentResult {
    let file = try PrivateFile("window.png")
    defer { file.remove() }
    _ = try ask(ReplayLine.line("screenshot", .string, file.path))
    guard let bytes = FileBytes.contents(of: file.path, limit: Self.largestPicture) else {
      throw FieldFault("the picture is larger than 2 MiB; show the screen in a smaller window")
    }
    return AgentResult(text: "\(name) as the user sees it", picture: bytes)
  }
}
