import Foundation
import Testing

/// Scripts that cannot be played say where and why.
@Suite struct ReplayStepTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(#"[{"items":[{"title":"a"}]}]"#, to: "screen.json")
  }

  @Test(arguments: [
    ("{\"wait\":1}\noops", 2, "."), ("[]", 1, "one key"), ("{}", 1, "one key"),
    (#"{"wait":1,"inspect":true}"#, 1, "one key"), (#"{"jump":1}"#, 1, "unknown step 'jump'"),
    (#"{"wait":-1}"#, 1, "'wait' must be"), (#"{"wait":"x"}"#, 1, "'wait' expects a number"),
    (#"{"wait":1e9}"#, 1, "'wait' must be"), (#"{"key":"Hyper+X"}"#, 1, "unknown key 'Hyper"),
    (#"{"key":"F99"}"#, 1, "unknown key 'F99'"), (#"{"click":{"x":1}}"#, 1, "the number 'y'"),
    (#"{"click":{"x":1,"y":"2"}}"#, 1, "'y' expects a number"),
    (#"{"click":{"x":1,"y":2,"button":"big"}}"#, 1, "'button' expects 'left'"),
    (#"{"resize":{"width":0,"height":9}}"#, 1, "'resize' expects a 'width'"),
    (#"{"write":{}}"#, 1, "'write' takes"), (#"{"render":1}"#, 1, "'render' expects a string"),
    ("\n\n{\"wheel\":{\"x\":1,\"y\":1,\"precise\":1}}", 3, "'precise' expects true or false"),
  ])
  func badScriptsAreRefused(script: String, line: Int, message: String) throws {
    let replay = try ReplayRun(directory, [script])
    #expect(replay.run.status == 2, "\(replay.run.errors)")
    #expect(replay.run.output.isEmpty)
    #expect(replay.run.errors.contains("script.jsonl:\(line): "), "\(replay.run.errors)")
    #expect(message == "." || replay.run.errors.contains(message), "\(replay.run.errors)")
  }

  @Test func whatCannotBeReadOrWrittenIsTheEnvironment() throws {
    let missing = try CommandRun(["replay", "screen.json", "none.jsonl"], in: directory.path)
    #expect(missing.status == 3)
    let picture = try ReplayRun(directory, [#"{"render":"no/such/folder.png"}"#])
    #expect(picture.run.status == 3)
    #expect(picture.names.contains("shown") && !picture.names.contains("closed"))
  }

  /// A window may not have had room for all of its device.
  @Test func theSizeOfAScriptIsThatOfItsWindow() throws {
    for (options, width) in [(["--device", "phone"], 300), (["--size", "500x400"], 500)] {
      try directory.write(
        #"{"inspect":true}"# + "\n" + #"{"window":{"width":300,"height":200}}"# + "\n",
        to: "script.jsonl")
      let run = try CommandRun(
        ["replay", "screen.json", "script.jsonl"] + options, in: directory.path)
      #expect(run.text.contains(#"{"size":{"width":\#(width),"#), "\(options)")
    }
  }

  @Test func aScreenWithErrorsIsPlayedAndReported() throws {
    try directory.write(#"[{"layout":{"span":"abc"},"items":[{}]}]"#, to: "screen.json")
    let replay = try ReplayRun(directory, [#"{"inspect":true}"#])
    #expect(replay.run.status == 1)
    #expect(try replay.screens.count == 1)
  }
}
