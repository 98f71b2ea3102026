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

    /// Whether the window comes to have an item, or none.
    private func has(_ search: String, isGone: Bool = false, _ client: ControlConnection) throws
      -> Bool
    {
      let question = #"{"wait-for":{\#(search),"gone":\#(isGone),"timeout":20}}"#
      return try client.ask(question).error == nil
    }

    @Test func tablesFollowTheirFile() throws {
      try folder.write("name,points\nAda,3\nBob,10\n", to: "people.csv")
      let (process, client) = try open("people.csv")
      #expect(try has(#""path":"/components/0/items/1""#, client))
      try folder.shell("printf 'Cleo,7\\n' >> people.csv")
      #expect(try has(#""path":"/components/0/items/2""#, client))
      try folder.write("name,points\nDora,1\n", to: "next")
      try folder.shell("mv next people.csv")
      #expect(try has(#""path":"/components/0/items/1""#, isGone: true, client))
      // The keyboard comes to the titles, and sorts.
      for key in ["Tab", "Return"] { try client.ask(#"{"key":"\#(key)"}"#) }
      try process.waitForEvent("sorted") { $0.string("column") == "name" }
      #expect(try process.terminate().status == 0)
    }

    @Test func logsFollowTheirFile() throws {
      try folder.write("one\n", to: "app.log")
      let (process, client) = try open("app.log")
      #expect(try has(#""title":"one""#, client))
      try folder.shell("echo two >> app.log")
      #expect(try has(#""title":"two""#, client))
      // As logs are rotated.
      try folder.shell("mv app.log app.log.1; echo three > app.log")
      #expect(try has(#""title":"three""#, client))
      #expect(try process.terminate().status == 0)
    }
  }
}
