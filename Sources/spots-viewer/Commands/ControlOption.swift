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
  /// - Returns: Nil without the option.
  /// - Throws: `Failure` when the socket cannot be made.
  @MainActor
  func open(for viewer: Viewer, tools link: Int32? = nil) throws -> WindowControl? {
    if let link {
      return try Failure.naming("--link") { try WindowControl(viewer, at: .link(link)) }
    }
    guard let control else { return nil }
    return try Failure.naming("--control: \(control.printable())") {
      try WindowControl(viewer, at: .path(control))
    }
  }
}
