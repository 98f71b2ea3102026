import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// The options of a window that is opened for a tool of an agent.
struct ToolOptions: ParsableArguments {
  /// The name of the agent, which the window's title says; nil for windows that no tool opens.
  @Option(name: .customLong("for"), help: .hidden) var agent: String?
  /// The number of the socket to the server of the tools. When it is closed, so is the window.
  @Option(help: .hidden) var link: Int32?

  /// - Parameter title: Says in the window's title what the agent does with it.
  func adopt(_ options: inout ViewerOptions, _ title: Word, _ words: Words) {
    guard let agent else { return }
    options.program.name = words(title, ["name": agent])
    options.keepsValues = false
    options.hidesSecrets = true
    options.remembersSize = false
    options.keepsRecentScreens = false
  }

  /// Ends the program when the display is lost, or the server ends, however it ends.
  @MainActor
  func follow(_ ending: Ending, _ viewer: Viewer) throws {
    ending.listenToDisplay()
    guard let link else { return }
    _ = fcntl(link, F_SETFD, FD_CLOEXEC)
    let mailbox = viewer.mailbox
    try Failure.naming("--link") {
      try BackgroundThread.startOrThrow {
        // No events: the end of the connection is always reported.
        var end = pollfd(fd: link, events: 0, revents: 0)
        while poll(&end, 1, -1) < 0, errno == EINTR {}
        ending.begin()
        mailbox.post { viewer.close() }
      }
    }
  }
}
