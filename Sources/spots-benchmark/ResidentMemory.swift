import ArgumentParser
import Foundation
import Spots

/// How much memory the models of a screen take, measured in a process that does nothing else.
enum ResidentMemory {
  enum Reader: String, ExpressibleByArgument, CaseIterable {
    case spots, foundation
  }

  /// The bytes by which the resident set has grown once a screen was read and its document dropped.
  static func growth(_ reader: Reader, _ itemCount: Int) throws -> Double {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["memory", reader.rawValue, String(itemCount)]
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard child.terminationStatus == 0, let bytes = Double(text.prefix { $0 != "\n" }) else {
      throw Failure(description: "the process that measures memory failed")
    }
    return bytes
  }

  /// The bytes of this process that are in memory now.
  static func now() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(description: "/proc/self/statm is not as expected")
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}

/// The process that measures itself.
struct MemoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Prints the memory one screen takes once it is read, in bytes.",
    shouldDisplay: false)

  @Argument var reader: ResidentMemory.Reader
  @Argument var itemCount: Int

  func run() throws {
    // A small screen first, so that what a reader allocates once is not counted.
    try withExtendedLifetime(read(itemCount: 1)) {}
    let before = try ResidentMemory.now()
    let screen = try read(itemCount: itemCount)
    let after = try ResidentMemory.now()
    withExtendedLifetime(screen) { print(after - before) }
  }

  /// The screen alone: its document is gone when this returns.
  private func read(itemCount: Int) throws -> Any {
    let document = ScreenDocument(itemCount: itemCount)
    switch reader {
    case .spots: return ScreenReader().read(document.bytes)
    case .foundation:
      return try JSONDecoder().decode(FoundationScreen.self, from: Data(document.bytes))
    }
  }
}
