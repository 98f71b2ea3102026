import Foundation
import Testing

extension WindowTests {
  /// What a screen can make the viewer start: only the browser, on a web or mail address, however
  /// an action is written. Observed from outside, by the kernel's own account.
  @Suite(.serialized) struct SafeActionTests {
    private static let links = [
      "https://example.org/a?b=c&d=$(id)", "http://example.org/;reboot", "HTTPS://EXAMPLE.ORG",
      "mailto:somebody@example.org", "http://example.org/`id`|id",
      "mailto:somebody@example.org?attach=/etc/passwd&subject=a",
    ]
    /// The arguments the browser gets for them.
    private static let given = [
      "https://example.org/a?b=c&d=%24(id)", "http://example.org/;reboot", "HTTPS://EXAMPLE.ORG",
      "mailto:somebody@example.org", "http://example.org/%60id%60%7Cid",
      "mailto:somebody@example.org?subject=a",
    ]
    private static let others = [
      "javascript:alert(1)", "file:///etc/passwd", "-help", "--foo", "a;touch evil",
      "$(touch evil)",
      "`touch evil`", "https://a b", "https://a\nb", "\nhttps://a", "http://a\u{0}b", " https://a",
      "data:text/html,x", "ftp://a/b", "xdg-open", "/bin/sh", "--version http://a",
      "https://" + String(repeating: "a", count: 1 << 20), String(repeating: "x", count: 1 << 20),
    ]

    private static func screen(_ actions: [String]) throws -> String {
      // Two dozen rows are in the window at the same time.
      let items = actions.map {
        ["title": "row", "action": $0, "size": ["height": 20]] as [String: Any]
      }
      let data = try JSONSerialization.data(withJSONObject: ["components": [["items": items]]])
      return String(decoding: data, as: UTF8.self)
    }

    /// A folder with a screen of `actions`, and an opener that notes its arguments.
    private static func directory(_ actions: [String]) throws -> TemporaryDirectory {
      let directory = try TemporaryDirectory()
      try directory.write(try screen(actions), to: "screen.json")
      try directory.shell("mkdir bin")
      // One line for each start: how many arguments, and the first one.
      try directory.write(
        "#!/bin/sh\nprintf '%s %s\\n' \"$#\" \"$1\" >> '\(directory("opened"))'\n",
        to: "bin/xdg-open")
      try directory.shell("chmod +x bin/xdg-open")
      return directory
    }

    @Test func onlyTheBrowserIsEverStarted() throws {
      let actions = Self.links + Self.others
      let directory = try Self.directory(actions)
      let display = try WindowRig.display.get()
      try display.xdotool(["mousemove", "\(display.width - 1)", "\(display.height - 1)"])
      let process = try ViewerProcess(
        [
          "-f", "-qq", "-e", "trace=execve,execveat", "-e", "signal=none", "-s", "4096", "-o",
          directory("trace"), try ViewerProcess.executable, directory("screen.json"), "--events",
          "--size", "400x600",
        ], display: display, environment: ["PATH": directory("bin") + ":/usr/bin:/bin"],
        executable: "/usr/bin/strace")
      try process.waitForEvent("shown", timeout: 30)
      let window = try Self.window(on: display)
      for (index, action) in actions.enumerated() {
        let start = process.stdout.entries.count
        try display.xdotool([
          "mousemove", "--window", window, "100", "\(index * 20 + 10)", "click", "1",
        ])
        let event = try process.waitForEvent("itemSelected", from: start)
        #expect(event.string("action") == action)
        #expect(event.string("path") == "/components/0/items/\(index)")
      }
      let isOpened = eventually {
        let text = try? String(contentsOfFile: directory("opened"), encoding: .utf8)
        return text?.split(separator: "\n").count == Self.links.count
      }
      #expect(isOpened)
      try display.xdotool(["windowfocus", "--sync", window, "key", "ctrl+q"])
      #expect(try process.waitForExit().status == 0)

      #expect(process.events.count { $0.name == "itemSelected" } == actions.count)
      let opened = try String(contentsOfFile: directory("opened"), encoding: .utf8)
      #expect(
        opened.split(separator: "\n").map(String.init).sorted()
          == Self.given.map { "1 " + $0 }.sorted())
      try expectOnlyTheBrowser(in: try String(contentsOfFile: directory("trace"), encoding: .utf8))
      #expect(!FileManager.default.fileExists(atPath: directory("evil")))
    }

    /// Every program that was started is the viewer itself, or the opener, with one argument that
    /// begins as a link does.
    private func expectOnlyTheBrowser(in trace: String) throws {
      let starts = Self.calls(in: trace).filter { $0.contains("exec") && $0.hasSuffix("= 0") }
      // The shells of the opener itself are traced as well: `sh` of its first line is no exec.
      #expect(starts.count == Self.links.count + 1, "\(starts)")
      for start in starts.dropFirst() {
        let arguments = try #require(start.firstIndex(of: "[").map { start[$0...] })
        let isLink = ["http://", "https://", "HTTPS://", "mailto:"].contains {
          arguments.contains(#"["xdg-open", "\#($0)"#) || arguments.contains(#"xdg-open", "\#($0)"#)
        }
        #expect(isLink, "\(start)")
      }
    }

    /// The lines of a trace; a call interrupted by another process's is joined into one.
    private static func calls(in trace: String) -> [String] {
      var begun: [Substring: String] = [:]
      return trace.split(separator: "\n").compactMap { line in
        let process = line.prefix { $0 != " " }
        guard !line.hasSuffix("<unfinished ...>") else {
          begun[process] = String(line)
          return nil
        }
        let beginning = line.contains(" resumed>") ? begun.removeValue(forKey: process) : nil
        return (beginning ?? "") + line
      }
    }

    private static func window(on display: VirtualDisplay) throws -> String {
      var found = ""
      let isThere = eventually {
        found = (try? display.xdotool(["search", "--onlyvisible", "--name", "^screen "])) ?? ""
        return !found.isEmpty
      }
      try #require(isThere)
      let lines = found.split(separator: "\n")
      return String(lines[lines.count - 1])
    }
  }
}
