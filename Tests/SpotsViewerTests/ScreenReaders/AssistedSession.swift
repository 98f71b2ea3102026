import Foundation
import SpotsTestSupport
import Testing

/// A session whose user may need assistance: a bus with the service that leads to the accessibility
/// bus, and a client that asks there what a screen reader asks. Gone when released.
final class AssistedSession {
  /// The environment variables through which programs find the session.
  let environment: [String: String]
  private let service = Process()
  private let lifeline: FileHandle
  private let client = Process()
  private let input = Pipe()
  private let answers = EventLog<String>()
  private var answerCount = 0

  /// The path of a program in this folder.
  static func script(_ name: String) -> String {
    (#filePath as NSString).deletingLastPathComponent + "/" + name
  }

  /// - Parameter display: Where the accessibility bus is announced.
  init(on display: VirtualDisplay, bus: TestBus) throws {
    environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": display.name,
      // The user's settings play no part.
      "GSETTINGS_BACKEND": "memory",
    ]
    let environment = ViewerProcess.inheritedEnvironment.merging(environment) { $1 }
    service.environment = environment
    lifeline = try service.runWithLifeline([
      "/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=0", "--screen-reader=0",
    ])
    client.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    client.arguments = ["-W", "ignore::DeprecationWarning", Self.script("client.py"), "Spots"]
    client.environment = environment
    client.standardInput = input
    let output = Pipe()
    client.standardOutput = output
    try client.runTakingSignals()
    Thread.detachNewThread { [answers] in
      var rest = Data()
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          answers.append(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      output.fileHandleForReading.closeFile()
    }
    #expect(try answer() as? String == "ready")
  }

  deinit { end() }

  /// Ends the client and the accessibility bus.
  func end() {
    if client.isRunning { client.terminate() }
    guard service.isRunning else { return }
    do {
      try lifeline.close()
    } catch {
      service.terminate()
    }
    service.waitUntilExit()
  }

  /// The answer to a command of the client; see `client.py`.
  func ask(_ command: [Any], sourceLocation: SourceLocation = #_sourceLocation) throws -> Any {
    let line = try JSONSerialization.data(withJSONObject: command)
    try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
    return try answer(sourceLocation)
  }

  private func answer(_ sourceLocation: SourceLocation = #_sourceLocation) throws -> Any {
    let line = answers.wait(from: answerCount, timeout: 20) { _ in true }
    answerCount += 1
    let text = try #require(line, "no answer", sourceLocation: sourceLocation)
    return try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// What the client sees of the window; nil while it sees none, or the window was changing.
  func tree() throws -> SeenNode? {
    guard let tree = try ask(["tree"]) as? [String: Any], tree["error"] == nil else { return nil }
    return SeenNode(tree)
  }

  /// Whether the program in `rig` is on the accessibility bus.
  func has(_ rig: WindowRig) throws -> Bool {
    (try ask(["connected"]) as? [Int] ?? []).contains(Int(rig.process.processIdentifier))
  }

  /// Whether the client's command succeeded.
  func does(_ command: String, _ arguments: Any...) throws -> Bool {
    try ask([command] + arguments) as? Bool ?? false
  }

  /// What happened since the last time: types, details, and the names of nodes.
  func events() throws -> [SeenEvent] {
    (try ask(["events"]) as? [[Any]] ?? []).map { event in
      SeenEvent(
        type: event[0] as? String ?? "", detail: event[1] as? Int ?? 0,
        name: event[2] as? String ?? "", text: event[3] as? String ?? "")
    }
  }
}

/// An event as the client heard it.
struct SeenEvent: Equatable {
  let type: String
  let detail: Int
  /// The name of the node it happened to.
  let name: String
  let text: String
}

/// A node as the client sees it.
struct SeenNode {
  let role: String
  let name: String
  let description: String
  let index: Int
  let childCount: Int
  /// In pixels of the window: x, y, width, height.
  let frame: [Int]
  let states: Set<String>
  let attributes: [String: String]
  let interfaces: [String]
  let actions: [String]
  let value: [Double]
  let children: [SeenNode]

  init(_ node: [String: Any]) {
    role = node["role"] as? String ?? ""
    name = node["name"] as? String ?? ""
    description = node["description"] as? String ?? ""
    index = node["index"] as? Int ?? -2
    childCount = node["childCount"] as? Int ?? -1
    frame = node["frame"] as? [Int] ?? []
    states = Set(node["states"] as? [String] ?? [])
    attributes = node["attributes"] as? [String: String] ?? [:]
    interfaces = node["interfaces"] as? [String] ?? []
    actions = node["actions"] as? [String] ?? []
    value = node["value"] as? [Double] ?? []
    children = (node["children"] as? [[String: Any]] ?? []).map(SeenNode.init)
  }

  /// This node and all below it, parents first.
  var all: [SeenNode] { [self] + children.flatMap(\.all) }

  func node(named name: String) -> SeenNode? { all.first { $0.name == name && $0.role != "frame" } }
}
