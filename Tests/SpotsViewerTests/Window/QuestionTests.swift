import Foundation
import Testing

extension WindowTests {
  /// Questions of scripts, as one-liners in a shell.
  @Suite struct QuestionTests {
    private static let form = """
      {"title":"Order","components":[{"items":[
        {"kind":"text-field","title":"Name","name":"name","checks":{"required":true}},
        {"kind":"toggle","title":"Gift","name":"gift","value":true},
        {"kind":"button","title":"Send","action":"submit"}]}]}
      """

    private static let oneLiners:
      [(line: String, keys: [String], status: Int32, output: [String])] = [
        (
          #"printf '%s\n' red green blue | spots-viewer pick --title 'Ask me'"#,
          ["gre", "key:Return"], 0, ["green"]
        ),
        (
          #"printf '%s\n' red green | spots-viewer pick --title 'Ask me'; echo $?"#,
          ["key:Escape"], 0, ["1"]
        ),
        (
          #"printf 'Red\t#f00\tr\nGreen\t#0f0\tg\n' | spots-viewer pick --input tsv --title 'Ask me'"#,
          ["0f0", "key:Return"], 0, ["g"]
        ),
        (
          #"echo '{"title":"x","action":"a b"}' | spots-viewer pick --input json --print json --title 'Ask me'"#,
          ["key:Return"], 0, [#"{"title":"x","action":"a b"}"#]
        ),
        (
          #"printf '%s\n' a b c | spots-viewer pick --multiple --print index --title 'Ask me'"#,
          ["key:Down", "key:space", "key:Up", "key:space", "key:ctrl+Return"],
          0, ["0", "1"]
        ),
        (
          #"seq 1000000 | spots-viewer pick --title 'Ask me'"#,
          ["key:Return"], 0, ["1"]
        ),
        (
          #"eval "$(spots-viewer ask form.json --format shell)"; echo "$answer_name|$answer_gift""#,
          ["key:Tab", "$(touch evil)'", "key:Tab", "key:space", "key:Tab", "key:Return"],
          0, ["$(touch evil)'|false"]
        ),
        // The first field has the keyboard from the start.
        (
          #"eval "$(spots-viewer ask form.json --format shell)"; echo "$answer_name""#,
          ["Ada", "key:Return"], 0, ["Ada"]
        ),
        (
          #"echo '{"title":"Ask me","components":[{"items":[{"title":"Sure?"},{"kind":"button","title":"Yes","emphasis":"primary","action":"yes"}]}]}' | spots-viewer ask -"#,
          ["key:Return"], 0, [#"{"action":"yes"}"#]
        ),
        (
          #"spots-viewer ask --title 'Ask me' --field name:text --field size:choice=S,M,L"#,
          ["Ada", "key:Return"], 0, [#"{"name":"Ada"}"#]
        ),
        (
          #"echo '{"type":"object","title":"Ask me","properties":{"n":{"type":"integer","default":2}}}' | spots-viewer ask --schema -"#,
          ["key:ctrl+a", "3", "key:Return"], 0, [#"{"n":3}"#]
        ),
        (
          #"echo '{"type":"object","title":"Ask me","properties":{"n":{"type":"string"}}}' | spots-viewer ask --schema -; echo $?"#,
          ["key:Tab", "key:Tab", "key:Tab", "key:Return"], 0, ["5"]
        ),
        (
          #"echo '{"type":"object","title":"Ask me","properties":{}}' | spots-viewer ask --schema -; echo $?"#,
          ["key:Escape"], 0, ["1"]
        ),
        (#"spots-viewer ask form.json --timeout 0.5; echo $?"#, [], 0, ["4"]),
        (
          #"(cat form.json | tr '\n' ' '; echo; echo '{"remove":"x"}') | spots-viewer ask - --timeout 2 2>&1"#,
          [], 4, ["-:2: warning: /remove: there is no part 'x'"]
        ),
      ]

    /// Types into the window of a command line until it has ended, and returns its results.
    private func answer(
      _ line: String, typing keys: [String], in directory: TemporaryDirectory, count: Int
    ) throws -> (status: Int32, lines: [String]) {
      let display = try WindowRig.display.get()
      try FileManager.default.createSymbolicLink(
        atPath: directory("spots-viewer"), withDestinationPath: try ViewerProcess.executable)
      defer { try? FileManager.default.removeItem(atPath: directory("spots-viewer")) }
      let shell = try ViewerProcess(
        ["-c", line], display: display,
        environment: ["PATH": directory("") + ":/usr/bin:/bin"], directory: directory(""),
        executable: "/bin/bash")
      var window = ""
      let isOpen = eventually {
        window = (try? display.xdotool(["search", "--onlyvisible", "--name", "Ask me"])) ?? ""
        return !window.isEmpty
      }
      try #require(isOpen, "\(line): \(shell.stderr.entries)")
      window = window.trimmingCharacters(in: .whitespacesAndNewlines)
      try display.xdotool(["windowfocus", "--sync", window])
      try type(keys, until: shell, on: display)
      let exit = try shell.waitForExit(timeout: 20)
      // The last output may arrive after the news of the end.
      _ = eventually { shell.stdout.entries.count >= count }
      return (exit.status, shell.stdout.entries)
    }

    private func type(
      _ keys: [String], until shell: ViewerProcess, on display: VirtualDisplay
    ) throws {
      // The lines come when the window is there, or soon after.
      var (last, still) = (try display.dump(), 0)
      _ = try eventually(timeout: 2) {
        usleep(60_000)
        let next = try display.dump()
        still = next == last ? still + 1 : 0
        last = next
        return still == 3
      }
      func press(_ text: String) throws {
        let isKey = text.hasPrefix("key:")
        try display.xdotool(
          isKey ? ["key", String(text.dropFirst(4))] : ["type", "--delay", "20", text])
      }
      for text in keys { try press(text) }
      // Without a line there is nothing to pick yet.
      if let confirming = keys.last {
        _ = try eventually {
          if shell.hasExited { return true }
          usleep(300_000)
          if !shell.hasExited { try press(confirming) }
          return shell.hasExited
        }
      }
    }

    @Test func oneLinersAskAndGetTheirAnswer() throws {
      let directory = try TemporaryDirectory()
      try directory.write(
        Self.form.replacingOccurrences(of: "Order", with: "Ask me"), to: "form.json")
      for (line, keys, status, output) in Self.oneLiners {
        let answer = try answer(line, typing: keys, in: directory, count: output.count)
        #expect(answer.status == status && answer.lines == output, "\(line): \(answer)")
      }
      #expect(!FileManager.default.fileExists(atPath: directory("evil")))
    }

    /// In a box with a margin, in a window that is as high as the question.
    @Test func questionsAreAsLargeAsTheirContent() throws {
      let display = try WindowRig.display.get()
      let directory = try TemporaryDirectory()
      try directory.write(Self.form, to: "form.json")
      for (source, width) in [("form.json", 500), ("- < form.json", 468)] {
        let run = try ShellRun("spots inspect --size 500x400 \(source)", in: directory)
        #expect(run.output.contains("\"width\": \(width)"), "\(run)")
      }
      let viewer = try ViewerProcess(["ask", directory("form.json")], display: display)
      let (_, _, width, height) = try ViewerWindow(of: viewer, on: display).geometry
      #expect(width == 480 && (160..<320).contains(height), "\(width) x \(height)")
      _ = try viewer.terminate(SIGTERM)
    }

    /// A stream that goes on, or more than a list, has a window of the usual size.
    @Test func shortListsThatAScriptHasWrittenFitTheirWindows() throws {
      let rows = (0..<3).map { #"{"title":"Row \#($0)"}"# }.joined(separator: ",")
      let list = #"{"components":[{"items":[\#(rows)]}]}"#
      let grid = #"{"components":[{"kind":"grid","items":[\#(rows)]}]}"#
      let display = try WindowRig.display.get()
      for (document, goesOn, width) in [(list, false, 480), (list, true, 800), (grid, false, 800)] {
        let viewer = try ViewerProcess(["-"], display: display)
        try viewer.write(document + "\n")
        if !goesOn { try viewer.closeInput() }
        let geometry = try ViewerWindow(of: viewer, on: display).geometry
        #expect(geometry.2 == width && (width == 800) == (geometry.3 == 600), "\(geometry)")
        _ = try viewer.terminate(SIGTERM)
      }
    }

    @Test func questionsThatCannotBeAskedSayWhy() throws {
      let directory = try TemporaryDirectory()
      let cases = [
        ("printf '' | SDL_VIDEODRIVER=dummy spots pick", 1, "nothing to pick"),
        ("spots pick --timeout -1 < /dev/null", 2, "--timeout"),
        ("SDL_VIDEODRIVER=dummy spots ask missing.json", 3, "missing.json"),
        ("echo x | SDL_VIDEODRIVER=dummy spots pick --timeout 0.1", 4, ""),
        ("SDL_VIDEODRIVER=dummy spots pick <&-", 1, "nothing to pick"),
        ("SDL_VIDEODRIVER=dummy spots ask --schema missing.json", 3, "missing.json: no such file"),
        (#"echo '{"type":"array"}' | SDL_VIDEODRIVER=dummy spots ask --schema -"#, 2, "-: a form"),
        ("spots ask", 2, "Missing expected argument '<file>'"),
        ("spots ask x.json --field a:text", 2, "exclude each other"),
        ("spots ask --field a:words", 2, "'words' is none of text"),
        ("spots ask --field a:number=x", 2, "'x' is no number"),
        ("echo '[]' > a.json; spots ask a.json missing.json", 3, "missing.json: no such file"),
      ]
      for (line, status, words) in cases {
        let run = try ShellRun(line, in: directory)
        #expect(run.status == status && run.output.isEmpty, "\(line): \(run)")
        #expect(words.isEmpty || run.errors.contains(words), "\(line): \(run)")
      }
    }
  }
}
