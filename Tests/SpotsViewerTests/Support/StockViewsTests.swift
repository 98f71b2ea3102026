import Foundation
import Testing

/// The built-in views use nothing that a program's own views could not: each compiles outside of
/// the library as well.
@Suite struct StockViewsTests {
  private static let views = [
    "DefaultItemView", "LabelItemView", "ImageItemView", "CardItemView", "HeaderView",
  ]

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources").standardized

  @Test func theyCompileAgainstThePublicInterface() throws {
    let folder = try TemporaryDirectory()
    for view in Self.views {
      let file = Self.sources.appendingPathComponent("SpotsViews/Widgets/\(view).swift")
      try folder.write(
        "import SpotsViews\n" + String(contentsOf: file, encoding: .utf8), to: view + ".swift")
    }
    let compiled = try compile(Self.views.map { folder($0 + ".swift") })
    #expect(compiled.status == 0, "\(compiled.errors)")
    // The test can fail: what is internal is not found.
    try folder.write("import Spots\nlet pool = ReusePool.self\n", to: "Internal.swift")
    #expect(try compile([folder("Internal.swift")]).status != 0)
  }

  @Test func olderNamesAreNamedAsTheyAreNow() throws {
    let folder = try TemporaryDirectory()
    let names = [
      "ViewModel": "Item", "ListSpot": "Component", "Spotable": "RegisteredLayout",
      "SpotsDelegate": "ComponentDelegate", "UIViewElement": "ViewElement",
      "CKComponent": "ViewDescription",
    ]
    let lines = names.keys.map { "func use\($0)(_: \($0).Type) {}" }
    try folder.write("import Spots\n" + lines.joined(separator: "\n"), to: "Older.swift")
    let errors = try compile([folder("Older.swift")]).errors
    for (name, now) in names {
      #expect(errors.contains("'\(name)' has been renamed to '\(now)'"), "\(errors)")
    }
  }

  private func compile(_ files: [String]) throws -> (status: Int32, errors: String) {
    let modules = URL(fileURLWithPath: try ViewerProcess.executable).deletingLastPathComponent()
      .appendingPathComponent("Modules")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "StockViews"]
      + ["-I", modules.path, "-I", Self.sources.path + "/CPCRE2"]
      + ["-I", Self.sources.path + "/CMD4C"] + files
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.runTakingSignals()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
