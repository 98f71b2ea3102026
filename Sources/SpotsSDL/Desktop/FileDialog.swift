import CDBus
import Glibc
import Spots
import SpotsPlatform

/// The desktop's file dialog, which the file chooser portal shows.
///
/// A dedicated thread asks and waits, so that the window stays responsive. `end()` drops the
/// connection, upon which the portal closes the dialog.
public final class FileDialog: Sendable {
  /// The kinds of things that users can be asked to pick.
  public enum Choice: Hashable, Sendable {
    /// A file that exists.
    case file
    /// Files that exist.
    case files
    /// A folder that exists.
    case folder
    /// A place for a file, with the name that is offered for it.
    case newFile(named: String)
  }

  /// Some of the files, which users can ask the dialog for.
  public struct Filter: Hashable, Sendable {
    /// What users see, such as "Pictures".
    public var name: String
    /// Shell globs of the names, such as `*.png`.
    public var patterns: [String]

    /// Creates a filter.
    public init(_ name: String, _ patterns: [String]) {
      (self.name, self.patterns) = (name, patterns)
    }
  }

  /// What to ask for.
  package struct Request: Sendable {
    var choice: Choice
    /// The window the dialog belongs to, as portals name windows; empty for none.
    var window: String
    /// Where the dialog begins, an absolute path; nil leaves that to the desktop.
    var folder: String?
    /// The dialog's title; nil for one that says what is picked.
    var title: String?
    var filters: [Filter]
    /// The language of the title.
    var words: Words

    package init(
      _ choice: Choice, window: String = "", folder: String? = nil, title: String? = nil,
      filters: [Filter] = [], words: Words = .english
    ) {
      (self.choice, self.window, self.folder) = (choice, window, folder)
      (self.title, self.filters, self.words) = (title, filters, words)
    }
  }

  /// How a dialog has ended.
  package enum Outcome: Hashable, Sendable {
    /// The absolute paths of one file or several.
    case chosen([String])
    /// The user canceled the dialog.
    case canceled
    /// There is no dialog, or it ended without an answer: the reason, without a final period.
    case failed(Word)
  }

  private let connection = BusConnection()

  /// Asks for files.
  ///
  /// - Parameters:
  ///   - address: Where the bus is; nil without one.
  ///   - patience: How long the portal may take to show the dialog, in seconds.
  ///   - onEnd: Called once, on the main thread, unless `end()` is called before.
  package init(
    _ request: Request, address: String? = SessionBus.address, patience: Double = 10,
    mailbox: Mailbox, onEnd: @escaping @MainActor @Sendable (Outcome) -> Void
  ) {
    let connection = connection
    let finish: @Sendable (Outcome) -> Void = { outcome in
      mailbox.post { if !connection.isEnded { onEnd(outcome) } }
    }
    guard let address else {
      finish(Self.missing)
      return
    }
    let code = BackgroundThread.start {
      var outcome = Self.missing
      _ = connection.run(at: address) { bus in
        var conversation = ChooserConversation(bus, request, patience: patience)
        outcome = conversation.run()
      }
      finish(outcome)
    }
    if code != 0 { finish(Self.missing) }
  }

  /// Closes the dialog. `onEnd` is no longer called.
  package func end() { connection.end() }

  fileprivate static let missing = Outcome.failed(.noDialog)
  fileprivate static let silent = Outcome.failed(.dialogIsSilent)
  fileprivate static let ended = Outcome.failed(.dialogHasEnded)
}

/// The conversation with the portal. Confined to the chooser's thread.
private struct ChooserConversation {
  private let bus: OpaquePointer
  private let request: FileDialog.Request
  /// When the portal must have answered the call, in the time of `Clock`.
  private let deadline: Double
  private var portal: BusConversation<Void>
  /// The connection of the portal, and the object that stands for the dialog, once it is there.
  private var dialog: (owner: String, path: String)?
  private var outcome: FileDialog.Outcome?

  private static let requestInterface = "org.freedesktop.portal.Request"

  init(_ bus: OpaquePointer, _ request: FileDialog.Request, patience: Double) {
    (self.bus, self.request) = (bus, request)
    portal = BusConversation(
      on: bus, following: DesktopPortal.rules(for: "Response", of: Self.requestInterface))
    deadline = Clock.now + patience
  }

  /// Asks, and waits for the end.
  mutating func run() -> FileDialog.Outcome {
    guard ask() else { return FileDialog.missing }
    repeat {
      while let message = dbus_connection_pop_message(bus) {
        receive(BusMessage(owning: message))
        if let outcome { return outcome }
      }
      if dialog == nil, Clock.now >= deadline { return FileDialog.silent }
    } while dbus_connection_read_write(bus, timeout) != 0
    return FileDialog.ended
  }

  /// In milliseconds; unlimited once the dialog is there, while the user chooses.
  private var timeout: Int32 {
    dialog != nil ? -1 : Int32(max((deadline - Clock.now) * 1000, 0).rounded(.up))
  }

  private mutating func ask() -> Bool {
    var options: [String: BusValue] = [
      "handle_token": .string("spots\(getpid())"), "modal": .bool(true),
    ]
    switch request.choice {
    case .file: break
    case .files: options["multiple"] = .bool(true)
    case .folder: options["directory"] = .bool(true)
    case .newFile(let name): options["current_name"] = .string(name)
    }
    if !request.filters.isEmpty {
      options["filters"] = .array(
        "(sa(us))", request.filters.map { Self.filter($0.name, $0.patterns) })
    }
    if let folder = request.folder {
      options["current_folder"] = .array("y", (Array(folder.utf8) + [0]).map(BusValue.byte))
    }
    return portal.ask(
      (), request.choice.method, of: "org.freedesktop.portal.FileChooser", at: DesktopPortal.path,
      to: DesktopPortal.name, starts: true,
      [
        .string(request.window), .string(request.title ?? request.words[request.choice.title]),
        .options(options),
      ])
  }

  /// A filter of the dialog, whose patterns are shell globs.
  private static func filter(_ name: String, _ patterns: [String]) -> BusValue {
    let globs = patterns.map { BusValue.structure([.uint(0), .string($0)]) }
    return .structure([.string(name), .array("(us)", globs)])
  }

  private mutating func receive(_ message: borrowing BusMessage) {
    if let number = message.answeredCall {
      guard portal.take(number) != nil else { return }
      guard message.error == nil, let path = message.objectPath, let owner = message.sender else {
        outcome = Self.isSilence(message.error) ? FileDialog.silent : FileDialog.missing
        return
      }
      dialog = (owner, path)
    } else if message.isSignal("Response", of: Self.requestInterface) {
      // Any program of the session can send such a signal.
      guard let dialog, message.path == dialog.path, message.sender == dialog.owner else { return }
      outcome = Self.outcome(message)
    } else if let dialog, DesktopPortal.owners(in: message)?.old == dialog.owner {
      outcome = FileDialog.ended
    }
  }

  /// Whether the portal was there, but has ended or not answered in time.
  private static func isSilence(_ error: String?) -> Bool {
    ["NoReply", "Timeout", "TimedOut"].contains { error == "\(DesktopPortal.bus).Error.\($0)" }
  }

  private static func outcome(_ message: borrowing BusMessage) -> FileDialog.Outcome {
    // A path of the greatest length takes three times as many bytes in a URL.
    let arguments = message.arguments(longestText: 16_384)
    guard arguments.count == 2 else { return FileDialog.ended }
    switch arguments[0] {
    case .integer(0):
      guard case .object(let results)? = arguments[1], case .array(let uris)? = results["uris"]
      else { return nothingHere }
      var paths: [String] = []
      for case .string(let uri) in uris {
        do throws(FileURL.Fault) {
          paths.append(try FileURL.path(of: uri))
        } catch {
          // A file on a server, which is not mounted here.
        }
      }
      return paths.isEmpty ? nothingHere : .chosen(paths)
    case .integer(1): return .canceled
    default: return FileDialog.ended
    }
  }

  private static let nothingHere = FileDialog.Outcome.failed(.noFileHere)
}

extension FileDialog.Choice {
  /// The method of the portal that asks for it.
  fileprivate var method: String { if case .newFile = self { "SaveFile" } else { "OpenFile" } }

  fileprivate var title: Word {
    switch self {
    case .file: .chooseFile
    case .files: .chooseFiles
    case .folder: .chooseFolder
    case .newFile: .saveAs
    }
  }
}
