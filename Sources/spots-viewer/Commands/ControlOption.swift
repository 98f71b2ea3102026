import ArgumentParser
import SpotsViewer

/// The option of commands whose windows other programs can use.
struct ControlOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Makes a socket through which programs of the same user see and use the window.",
      valueName: "socket"),
    completion: .file())
  var control: String?

  /// Makes the socket.
  ///
  /// - Parameters:
  ///   - link: The socket of the tool that has opened the window, which takes the option's place.
  ///   - messages: What the tool is told of beside events.
  /// - Returns: Nil without the option.
  /// - Throws: `Failure` when the socket cannot be made.
  @MainActor
  func open(
    for viewer: Viewer, _ link: Int32? = nil, _ messages: ToolMessages = ToolMessages()
  ) throws -> WindowControl? {
    if let link {
      return try Failure.naming("--link") { try WindowControl(viewer, at: .link(link, messages)) }
    }
    guard let control else { return nil }
    return try Failure.naming("--control: \(control.printable())") {
      try WindowControl(viewer, at: .path(control))
    }
  }
}
