import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// The program: its commands, and the mapping from errors to exit statuses.
@main
struct ViewerProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spots-viewer",
    abstract: "Shows native desktop screens described by JSON.",
    discussion: """
      Exit status: 0 fine; 1 the screen has errors, or the comparison failed; 2 wrong usage; \
      3 the surroundings do not allow it: no display, no font, a file that cannot be read, \
      output that cannot be written; 4 time is over.
      """,
    version: ScreenSchema.version,
    subcommands: [
      ViewCommand.self, PickCommand.self, AskCommand.self, RunCommand.self, InitCommand.self,
      ValidateCommand.self, TestCommand.self, RenderCommand.self, InspectCommand.self,
      ReplayCommand.self, StringsCommand.self, SchemaCommand.self, MCPCommand.self,
      A2UICommand.self,
    ],
    defaultSubcommand: ViewCommand.self)

  static func main() {
    StandardStreams.fillPlaces()
    MainActor.assumeIsolated {
      do {
        try checkHelp(CommandLine.arguments.dropFirst())
        try showSurroundings(CommandLine.arguments.dropFirst())
        var command = try parseAsRoot()
        try command.run()
        StandardOutput.exit(ExitStatus.success.rawValue)
      } catch {
        exit(with: error)
      }
    }
  }

  /// Rejects `help` with an unknown command, for which the parser would print the program's help.
  private static func checkHelp(_ arguments: ArraySlice<String>) throws {
    guard arguments.first == "help", let name = arguments.dropFirst().first,
      !name.hasPrefix("-"), name != "help"
    else { return }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.contains(name) else { return }
    throw ValidationError("There is no command '\(name)'")
  }

  /// Handles `--version --verbose`: prints the version and the sandbox of this machine, and exits.
  private static func showSurroundings(_ arguments: ArraySlice<String>) throws {
    guard arguments.count == 2, Set(arguments) == ["--version", "--verbose"] else { return }
    StandardOutput.write("\(configuration.version)\n")
    do {
      let sandbox = try DecoderSandbox()
      StandardOutput.write(
        """
        decoder: \(sandbox.path.printable())
        no new privileges: \(sandbox.deniesPrivileges ? "yes" : "no")
        landlock: \(sandbox.deniesFiles ? "yes" : "no")
        seccomp: \(sandbox.deniesCalls ? "yes" : "no")

        """)
    } catch {
      throw Failure.environment("\(error)")
    }
    StandardOutput.exit(ExitStatus.success.rawValue)
  }

  /// Shows `message` in a window if a menu or a file manager started the program, since its user
  /// then does not see standard error.
  @MainActor
  private static func show(_ message: String) {
    guard CommandLine.arguments.contains("--from-desktop") else { return }
    do throws(SDLError) {
      try FailureWindow.show(message, program: .spotsViewer)
    } catch {
      // The window fails for the reason that is already printed: no display, or no descriptors.
      if error.description != message { StandardError.write("spots-viewer: \(error)\n") }
    }
  }

  @MainActor
  private static func exit(with error: any Error) -> Never {
    let error = (error as? ViewerError).map { Failure.environment($0.description) } ?? error
    if let failure = error as? Failure {
      StandardError.write("spots-viewer: \(failure.message)\n")
      show(failure.message)
      StandardOutput.exit(failure.status.rawValue)
    }
    let text = fullMessage(for: error)
    let code = exitCode(for: error)
    if code == .success {
      StandardOutput.write(text + "\n")
    } else if !text.isEmpty {
      // The parser quotes arguments, which may hold control characters.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      StandardError.write(lines.map { $0.printable() + "\n" }.joined())
      show(message(for: error).printable())
    }
    // The parser's own status for wrong usage is 64; ours is 2 for every command.
    StandardOutput.exit(
      code == .validationFailure ? ExitStatus.usage.rawValue : code.rawValue)
  }
}
