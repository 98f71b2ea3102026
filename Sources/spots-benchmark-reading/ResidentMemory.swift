import Foundation
import Measuring
import SpotsModel

/// Measures the memory taken by the models of a screen, in a process that does nothing else.
enum ResidentMemory {
  /// The reader to measure.
  enum Reader: String {
    case spots, foundation
  }

  /// The growth of the resident set, in bytes, after a screen was read and its document freed.
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

  /// The resident set of this process, in bytes.
  static func now() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(description: "/proc/self/statm is not as expected")
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Measures the growth in this process, which `growth` started.
  ///
  /// - Parameter arguments: The reader and the number of items.
  static func growthOfThisProcess(_ arguments: [String]) throws -> Int {
    guard arguments.count == 2, let reader = Reader(rawValue: arguments[0]),
      let itemCount = Int(arguments[1])
    else { throw Failure(description: "memory wants a reader and a number of items") }
    // Reading a small screen first keeps one-time allocations of a reader out of the count.
    try withExtendedLifetime(screen(reader, itemCount: 1)) {}
    let before = try now()
    let screen = try screen(reader, itemCount: itemCount)
    let after = try now()
    return withExtendedLifetime(screen) { after - before }
  }

  /// Reads a screen; its document is freed on return.
  private static func screen(_ reader: Reader, itemCount: Int) throws -> Any {
    let document = ScreenDocument(itemCount: itemCount)
    switch reader {
    case .spots: return ScreenReader().read(document.bytes)
    case .foundation:
      return try JSONDecoder().decode(FoundationScreen.self, from: Data(document.bytes))
    }
  }
}
