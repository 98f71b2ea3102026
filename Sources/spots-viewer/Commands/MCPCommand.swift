import ArgumentParser
import Glibc
import Spots

/// Lets an agent ask the user in windows, and show screens.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serves tools for agents, by the Model Context Protocol.",
    discussion: """
      Reads requests from standard input and answers on standard output, a line each. An agent's \
      program starts it; 'tools/list' names the tools. It needs a display only when a tool opens a \
      window, and closes its windows when its input ends.
      """)

  func run() throws {
    MainActor.assumeIsolated {
      // A client that has ended must not end the program before its windows are closed.
      signal(SIGPIPE, SIG_IGN)
      let configuration = Configuration.shared
      AgentServer(
        program: WindowProcesses.program, version: ViewerProgram.configuration.version,
        schema: ScreenSchema(
          itemKinds: configuration.kinds, componentKinds: configuration.componentKinds)
      ).run()
    }
  }
}
