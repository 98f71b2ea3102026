import Foundation
import SpotsTestSupport
import Testing

/// Which files a screen may name: those in its own folder and what the user allows, by whatever
/// name and in whatever way.
@Suite struct FileAccessTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.shell("mkdir -p root/sub root/Views out")
    try directory.write(Self.page("secret"), to: "out/secret.json")
    try directory.write(Self.page("beside"), to: "root/beside.json")
    try directory.write(
      Self.page("deep", action: "screen:../beside.json"), to: "root/sub/deep.json")
    try directory.shell(
      "ln -s ../out/secret.json root/link.json; ln -s ../out root/away; ln -s beside.json root/in.json"
    )
  }

  private static func page(_ title: String, action: String? = nil, next: String? = nil) -> String {
    let action = action.map { #","action":"\#($0)""# } ?? ""
    let next = next.map { #""next":"\#($0)","# } ?? ""
    return #"{\#(next)"components":[{"items":[{"title":"\#(title)"\#(action)}]}]}"#
  }

  /// The titles shown and the errors after clicking the first item of `screen` `count` times.
  private func click(_ screen: String, count: Int = 1, options: [String] = []) throws -> (
    titles: [String], errors: String
  ) {
    try directory.write(screen, to: "root/screen.json")
    let steps =
      Array(repeating: #"{"click":{"x":50,"y":20}}"#, count: count).flatMap {
        [$0, #"{"wait":1}"#]
      }
    let replay = try ReplayRun(
      directory, steps + [#"{"inspect":true}"#], on: "root/screen.json",
      options: ["--size", "400x300"] + options)
    let shown = try #require(try replay.screens.first)
    return (shown.components.flatMap { $0.items.map(\.title) }, replay.run.errors)
  }

  @Test(arguments: [
    "beside.json", "sub/deep.json", "sub/../beside.json", "./beside.json", "in.json",
    "ROOT/beside.json",
  ])
  func screensInTheFolderOpen(name: String) throws {
    let name = name.replacing("ROOT", with: directory("root"))
    let opened = try click(Self.page("first", action: "screen:" + name))
    #expect(opened.titles == [name.hasSuffix("deep.json") ? "deep" : "beside"], "\(opened.errors)")
    #expect(opened.errors.isEmpty)
  }

  @Test func aScreenInAFolderBelowLeadsBack() throws {
    let opened = try click(Self.page("first", action: "screen:sub/deep.json"), count: 2)
    #expect(opened.titles == ["beside"], "\(opened.errors)")
  }

  @Test(arguments: [
    "../out/secret.json", "OUT/secret.json", "link.json", "away/secret.json",
    "sub/../../out/secret.json",
  ])
  func screensElsewhereDoNot(name: String) throws {
    let name = name.replacing("OUT", with: directory("out"))
    let first = Self.page("first", action: "screen:" + name)
    let refused = try click(first)
    #expect(refused.titles == ["first"])
    #expect(
      refused.errors.contains(
        "outside the folders files may be read from; '--allow-path' adds one"), "\(refused.errors)")
    let allowed = try click(first, options: ["--allow-path", "out"])
    #expect(allowed.titles == ["secret"], "\(allowed.errors)")
  }

  @Test(arguments: ["../out/secret.json", "link.json", "away/secret.json"])
  func pagesThatFollowAreInTheFolderToo(name: String) throws {
    let refused = try click(Self.page("first", next: name))
    #expect(refused.titles == ["first"])
    #expect(refused.errors.contains("outside the folders"), "\(refused.errors)")
    let allowed = try click(
      Self.page("first", next: name), options: ["--allow-path", "out"])
    #expect(allowed.titles == ["first", "secret"], "\(allowed.errors)")
    #expect(try click(Self.page("first", next: "beside.json")).titles == ["first", "beside"])
  }

  /// The user may name any file, by a link as well, and screens lead back to it by that name.
  @Test func whatTheUserNamesIsRead() throws {
    let run = try CommandRun(["inspect", directory("root/link.json")])
    #expect(run.status == 0 && run.text.contains("secret"), "\(run.errors)")
  }

  private static let nib = #"{"kind":"tile","surface":"none","label":"{title}","size":[0,71]}"#
  private static let tiles = #"{"components":[{"items":[{"title":"Ada","kind":"tile"}]}]}"#

  @Test(arguments: ["root/tile.view.json", "root/Views/tile.view.json"])
  func nibsDoNotLeadOutOfTheFolder(link: String) throws {
    try directory.write(Self.tiles, to: "root/screen.json")
    try directory.write(Self.nib, to: "out/tile.view.json")
    try directory.shell("ln -s '\(directory("out/tile.view.json"))' \(link)")
    let arguments = ["inspect", directory("root/screen.json")]
    let refused = try CommandRun(arguments)
    #expect(refused.status == 1 && !refused.text.contains("\"tile.view.json\""))
    #expect(refused.errors.contains("outside the folders"), "\(refused.errors)")
    for option in ["--allow-path", "--views"] {
      let allowed = try CommandRun(arguments + [option, directory("out")])
      #expect(allowed.status == 0 && allowed.text.contains("tile.view.json"), "\(allowed.errors)")
    }
  }

  @Test func nibsThatStayInsideWork() throws {
    try directory.write(Self.tiles, to: "root/screen.json")
    try directory.write(Self.nib, to: "root/sub/x.view.json")
    try directory.shell("ln -s ../sub/x.view.json root/Views/tile.view.json")
    let run = try CommandRun(["inspect", directory("root/screen.json")])
    #expect(run.status == 0 && run.text.contains("tile.view.json"), "\(run.errors)")
  }
}
