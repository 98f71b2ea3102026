import Foundation
import SpotsTestSupport
import Testing

extension WindowTests {
  /// Files of rows and of lines that windows show without any screen.
  @Suite struct TableFileTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func open(_ name: String) throws -> (ViewerProcess, ControlConnection) {
      let process = try ViewerProcess(
        [folder(name), "--control", folder("socket"), "--events", "--size", "800x400"],
        display: WindowRig.display.get())
      try process.waitForEvent("shown", timeout: 30)
      return (process, try ControlConnection(folder("socket")))
    }

    /// Whether the window comes to show a text in a row.
    private func shows(_ text: String, _ client: ControlConnection) throws -> Bool {
      try eventually {
        let tree = try client.ask(#"{"tree":{"visible":true}}"#).members["tree"]
        let bytes = try JSONSerialization.data(withJSONObject: try #require(tree))
        return String(decoding: bytes, as: UTF8.self).contains(text)
      }
    }

    @Test func tablesFollowTheirFile() throws {
      try folder.write("name,points\nAda,3\nBob,10\n", to: "people.csv")
      let (process, client) = try open("people.csv")
      #expect(try shows("Ada", client))
      try folder.shell("printf 'Cleo,7\\n' >> people.csv")
      #expect(try shows("Cleo", client))
      try folder.write("name,points\nDora,1\n", to: "next")
      try folder.shell("mv next people.csv")
      #expect(try shows("Dora", client))
      // The keyboard comes to the titles, and sorts.
      for key in ["Tab", "Return"] { try client.ask(#"{"key":"\#(key)"}"#) }
      try process.waitForEvent("sorted") { $0.string("column") == "name" }
      #expect(try process.terminate().status == 0)
    }

    @Test func logsFollowTheirFile() throws {
      try folder.write("one\n", to: "app.log")
      let (process, client) = try open("app.log")
      #expect(try shows("one", client))
      try folder.shell("echo two >> app.log")
      #expect(try shows("two", client))
      // As logs are rotated.
      try folder.shell("mv app.log app.log.1; echo three > app.log")
      #expect(try shows("three", client))
      #expect(try process.terminate().status == 0)
    }
  }
}
