import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// What users enter into a secret field is in no other one, whatever is made of the screen.
@Suite @MainActor struct SecretsTests {
  nonisolated private static let secret = "hunter2"
  nonisolated private static let field =
    #"{"kind":"text-field","identifier":"pw","name":"p","input-type":"secret"}"#
  nonisolated private static let open = #"{"kind":"text-field","identifier":"pw","name":"p"}"#

  nonisolated private static func screen(_ items: String...) -> String {
    #"{"identifier":"s","components":[{"identifier":"list","items":["#
      + items.joined(separator: ",") + "]}]}"
  }

  /// Lines by which the field, or another one of its name, would show what it has.
  nonisolated private static let lines = [
    [#"{"set":"/components/0/items/0/input-type","value":"text"}"#],
    [#"{"update":"pw","with":{"input-type":null}}"#],
    [screen(open)],
    [#"{"push":\#(screen(open))}"#], [#"{"sheet":\#(screen(open))}"#],
    [#"{"replace":\#(screen(open))}"#],
    [#"{"append":[{"kind":"text-field","name":"p"}],"to":"list"}"#],
    [#"{"insert":[{"kind":"text-field","name":"p"}],"to":"list","at":0}"#],
    [screen(#"{"title":"no field"}"#), screen(open)],
    [
      #"{"push":\#(screen(field)),"as":"next"}"#,
      #"{"set":"/components/0/items/0/input-type","value":"text"}"#,
    ],
  ]

  private func entered(hidesSecrets: Bool) throws -> (Session, (String) -> Void) {
    let (session, reader) = try ViewerContext.sessionOfStream(hidesSecrets: hidesSecrets)
    var (lines, number) = (reader, 0)
    let send = { (line: String) in
      number += 1
      let update = lines.read(StreamedText(line: number, bytes: Array(line.utf8)))
      PageUpdater(session, stream: session.pages.first).receive([update])
      _ = session.renderFrame(at: Double(number))
    }
    send(Self.screen(Self.field, #"{"title":"it is {values.p}, {size(values.p)}"}"#))
    session.page.controller.values["p"] = .string(Self.secret)
    send(#"{"toast":"x"}"#)
    return (session, send)
  }

  private func shown(_ session: Session) -> String {
    session.pages.map { page in
      let values = page.controller.values
      let isOpen = !page.controller.document.components.flatMap(\.items).contains {
        $0.valueName == "p" && $0.input.isSecret
      }
      return "\(page.controller.environment.value(of: Item(title: "")) ?? .null)"
        + (isOpen ? "\(values.answers)" : "")
    }.joined() + "\(session.renderFrame(at: 100).list.entries)"
  }

  @Test(arguments: lines)
  func noFieldShowsASecret(lines: [String]) throws {
    let (session, send) = try entered(hidesSecrets: false)
    session.page.controller.values["p"] = .string(Self.secret)
    send(#"{"remove":"/components/0/items/1"}"#)
    #expect(!shown(session).contains(Self.secret))
    for line in lines { send(line) }
    #expect(!shown(session).contains(Self.secret))
  }

  /// Where whoever writes the screen may not know secrets, no expression does.
  @Test(arguments: lines)
  func nothingElseKnowsASecret(lines: [String]) throws {
    let (session, send) = try entered(hidesSecrets: true)
    #expect(!shown(session).contains(Self.secret))
    for line in lines { send(line) }
    #expect(!shown(session).contains(Self.secret))
    let bound =
      #"{"data":{"p":""},"components":[{"items":[{"kind":"text-field","bind":"/p","#
      + #""input-type":"secret"},{"title":"{p}"}]}]}"#
    send(bound)
    let controller = session.page.controller
    let (path, item) = (
      ItemPath(component: 0, item: 0), controller.item(at: ItemPath(component: 0, item: 0))
    )
    _ = controller.environment.values?.set(.string(Self.secret), of: try #require(item), at: path)
    send(#"{"toast":"y"}"#)
    #expect(!shown(session).contains(Self.secret))
    #expect(controller.data?.value(at: "/p") == "")
  }

  /// A secret stays when its screen is saved again, but for where its checks could betray it.
  @Test(arguments: [false, true])
  func aSecretOutlivesAReload(hidesSecrets: Bool) throws {
    let (session, send) = try entered(hidesSecrets: hidesSecrets)
    send(Self.screen(Self.field, #"{"title":"another row"}"#))
    #expect(session.page.controller.values["p"] == .string(Self.secret))
    let checked = Self.field.dropLast() + #","checks":{"pattern":"h.*"}}"#
    send(Self.screen(String(checked)))
    #expect(session.page.controller.values["p"] == .string(hidesSecrets ? "" : Self.secret))
  }
}
