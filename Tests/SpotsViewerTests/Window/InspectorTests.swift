import Foundation
import Testing

extension WindowTests {
  /// Keys that are about the viewer: the inspector, the list of keys, colors and sizes.
  @Suite(.serialized) struct InspectorTests {
    @Test func aClickOfTheInspectorOpensTheLineInTheEditor() throws {
      let tools = try TemporaryDirectory()
      try tools.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > \(tools("arguments"))\n", to: "editor")
      try tools.shell("chmod +x editor")
      let rig = try WindowRig(
        "{\"components\":[{\"items\":[\n{\"title\":\"a\",\"action\":\"go:a\"},\n\n"
          + "{\"title\":\"b\",\"action\":\"go:b\"}]}]}",
        environment: ["VISUAL": "\(tools("editor")) --wait"])
      try rig.window.key("F12")
      try rig.window.click((x: 100, y: 66))
      let path = tools("arguments")
      let isThere = try eventually {
        try FileManager.default.fileExists(atPath: path)
          && String(contentsOfFile: path, encoding: .utf8).hasSuffix("json\n")
      }
      #expect(isThere)
      let arguments = try String(contentsOfFile: path, encoding: .utf8)
      #expect(arguments == "--wait\n+4\n\(rig.directory("screen.json"))\n")
      // The screen heard nothing of it, and does again once the inspector is off.
      #expect(rig.count("itemSelected") == 0)
      try rig.window.key("F12")
      #expect(try rig.click((x: 100, y: 66)).string("action") == "go:b")
    }

    /// Editors of the terminal are seen in one, or not started.
    @Test func anEditorThatNeedsATerminalGetsOne() throws {
      let tools = try TemporaryDirectory()
      for name in ["vim", "x-terminal-emulator"] {
        try tools.write(
          "#!/bin/sh\nprintf '%s\\n' \(name) \"$@\" > \(tools("started"))\n", to: name)
        try tools.shell("chmod +x \(name)")
      }
      for hasTerminal in [true, false] {
        if !hasTerminal { try tools.shell("rm x-terminal-emulator started") }
        let rig = try WindowRig(
          TestScreen.list(3), environment: ["EDITOR": "vim", "PATH": tools.path])
        try rig.window.key("F12")
        try rig.settle { try rig.window.click((x: 100, y: 22)) }
        guard hasTerminal else {
          // What had started would have left its name by now.
          try rig.window.key("F12", "ctrl+q")
          #expect(try rig.process.waitForExit().status == 0)
          #expect(!FileManager.default.fileExists(atPath: tools("started")))
          continue
        }
        let arguments = "x-terminal-emulator\n-e\nvim\n+1\n\(rig.directory("screen.json"))\n"
        let isStarted = eventually {
          (try? String(contentsOfFile: tools("started"), encoding: .utf8)) == arguments
        }
        #expect(isStarted)
      }
    }

    @Test func theInspectorMarksWhatIsUnderThePointer() throws {
      let rig = try WindowRig(TestScreen.list(30))
      // Hovering alone changes the row.
      try rig.settle { try rig.window.move(to: (x: 100, y: 66)) }
      let before = try rig.display.dump()
      try rig.settle { try rig.window.key("ctrl+shift+c") }
      try rig.settle { try rig.window.move(to: (x: 100, y: 110)) }
      try rig.settle { try rig.window.move(to: (x: 100, y: 66)) }
      try rig.settle { try rig.window.key("Escape") }
      #expect(try eventually { try rig.display.dump() == before })
    }

    @Test func theKeysAreListedUntilTheNextKey() throws {
      let rig = try WindowRig(TestScreen.list(30))
      let before = try rig.display.dump()
      for key in ["question", "F1"] {
        try rig.settle { try rig.window.key(key) }
        try rig.settle { try rig.window.key("Return") }
        // The key that closed the list moved nothing.
        #expect(try eventually { try rig.display.dump() == before }, "\(key)")
      }
    }

    @Test func colorsAndSizesChangeByKey() throws {
      let rig = try WindowRig(TestScreen.list(30))
      let light = try rig.display.dump()
      try rig.settle { try rig.window.key("F6") }
      try rig.settle { try rig.window.key("F6") }
      #expect(try eventually { try rig.display.dump() == light })
      try rig.window.key("F7")
      // A phone, as far as the display of 700 goes.
      #expect(
        try eventually {
          let size = try rig.window.size
          return size.width == 390 && size.height > 600
        })
      for _ in 0..<3 { try rig.window.key("F7") }
      #expect(try eventually { try rig.window.size == (400, 600) })
    }
  }
}
