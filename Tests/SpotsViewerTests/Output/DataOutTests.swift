import SpotsModelTestSupport
import Testing

/// The data that users have changed leaves the program in a file, in events and in answers, and
/// never over the file that it came from.
@Suite struct DataOutTests {
  private static let screen =
    #"{"submit":"data","data":{"from":"tasks.json"},"components":[{"each":"/tasks","key":"id","item":"#
    + #"{"kind":"checkbox","title":"{title}","bind":"done"}},"#
    + #"{"items":[{"kind":"button","title":"Send","action":"submit"}]}]}"#

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.screen, to: "screen.json")
    try directory.write(#"{"tasks":[{"id":1,"title":"Milk"}]}"#, to: "tasks.json")
    try directory.write(
      "{\"click\":{\"title\":\"Milk\"}}\n{\"click\":{\"title\":\"Send\"}}\n", to: "script.jsonl")
  }

  @Test func submittedDataHasWhatUsersChanged() throws {
    let run = try CommandRun(["replay", "screen.json", "script.jsonl"], in: directory.path)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      String(decoding: run.output, as: UTF8.self).contains(
        #""submitted","action":"submit","values":{},"data":{"tasks":[{"done":true,"id":1,"#
          + #""title":"Milk"}]},"path":"/components/1/items/0""#))
  }

  @Test func theDataIsWrittenWhenItIsSubmittedAndAtTheEnd() throws {
    let viewer = try ViewerProcess(
      ["screen.json", "--events", "--control", "s", "--data-out", "out.json"],
      environment: ["SDL_VIDEODRIVER": "dummy"], directory: directory.path)
    try viewer.waitForEvent("shown")
    let client = try CommandRun(["replay", "--live", "s", "script.jsonl"], in: directory.path)
    #expect(client.status == 0, "\(client.errors)")
    try viewer.waitForEvent("submitted")
    let ticked = "{\"tasks\":[{\"done\":true,\"id\":1,\"title\":\"Milk\"}]}\n"
    #expect(readFile(directory("out.json")) == ticked)
    #expect(try viewer.terminate().status == 0)
  }

  /// Neither by the path of the data in the screen, nor by the one on the command line.
  @Test(arguments: [[], ["--data", "tasks.json"]])
  func dataIsNotWrittenOverItsSource(options: [String]) throws {
    let viewer = try ViewerProcess(
      ["screen.json", "--data-out", "tasks.json"] + options,
      environment: ["SDL_VIDEODRIVER": "dummy"], directory: directory.path)
    let ending = try viewer.waitForExit(timeout: 30)
    #expect(ending.status == 3)
    #expect(viewer.stderr.entries.joined().contains("tasks.json"), "\(viewer.stderr.entries)")
    #expect(readFile(directory("tasks.json")) == #"{"tasks":[{"id":1,"title":"Milk"}]}"#)
  }
}
