import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Messages of A2UI become screens, and faults of them messages to the server.
@Suite struct A2UITests {
  private static func line(_ kind: String, _ body: String) -> String {
    #"{"version":"v0.9","\#(kind)":{"surfaceId":"s",\#(body)}}"#
  }

  private static let create = line("createSurface", #""catalogId":"basic""#)

  private static func components(_ components: String) -> String {
    line("updateComponents", #""components":[\#(components)]"#)
  }

  /// All components and functions.
  private static let whole = [
    create,
    components(
      ##"""
      {"id":"root","component":"Column","children":["card","tabs","list","later"]},
      {"id":"card","component":"Card","child":"all"},
      {"id":"all","component":"Column","children":["t","i","ic","v","au","r","d","f","c","p","sl","da","b","m"]},
      {"id":"t","component":"Text","text":{"call":"formatString","args":{"value":"\\${x} ${/n} ${formatNumber(value: ${/n}, decimals: 1)} ${pluralize(value: /n, one: 'one', other: 'more')}"}}},
      {"id":"i","component":"Image","url":"a.png"},{"id":"ic","component":"Icon","name":"mail"},
      {"id":"v","component":"Video","url":"https://example.org/v"},
      {"id":"au","component":"AudioPlayer","url":{"path":"/u"}},
      {"id":"r","component":"Row","children":{"componentId":"tag","path":"/tags"}},
      {"id":"tag","component":"Text","text":{"path":"name"}},{"id":"d","component":"Divider"},
      {"id":"f","component":"TextField","label":"F","value":{"path":"/f"},"checks":[{"condition":{"call":"email","args":{"value":{"path":"/f"}}},"message":"No"}]},
      {"id":"c","component":"CheckBox","label":"C","value":{"path":"/c"}},
      {"id":"p","component":"ChoicePicker","options":[{"label":"A","value":"a"}],"value":{"path":"/p"}},
      {"id":"sl","component":"Slider","max":9,"value":{"path":"/n"}},
      {"id":"da","component":"DateTimeInput","value":{"path":"/d"},"enableDate":true},
      {"id":"b","component":"Button","child":"bt","action":{"event":{"name":"go","context":{"n":{"path":"/n"}}}},"checks":[{"condition":{"call":"and","args":{"values":[{"path":"/c"},{"call":"not","args":{"value":{"call":"required","args":{"value":{"path":"/f"}}}}}]}},"message":"No"}]},
      {"id":"bt","component":"Text","text":{"call":"formatCurrency","args":{"value":{"path":"/n"},"currency":"EUR"}}},
      {"id":"m","component":"Modal","trigger":"open","content":"t"},
      {"id":"open","component":"Button","child":"bt","action":{"functionCall":{"call":"openUrl","args":{"url":"https://example.org"}}}},
      {"id":"tabs","component":"Tabs","tabs":[{"title":"One","child":"t"},{"title":"Two","child":"f"}]},
      {"id":"list","component":"List","children":{"componentId":"row","path":"/tags"}},
      {"id":"row","component":"Row","children":["tag","day"]},
      {"id":"day","component":"Text","text":{"call":"formatDate","args":{"value":{"path":"day"},"format":"E, MMM d"}}},
      {"id":"later","component":"Text","text":"later","variant":"h2"}
      """##.replacing("\n", with: " ")),
    line(
      "updateDataModel",
      #""value":{"n":2,"f":"","c":true,"p":["a"],"tags":[{"name":"x","day":"2026-01-02"}]}"#),
    line("updateDataModel", #""path":"/tags/1","value":{"name":"{y}"}"#),
    line("updateDataModel", #""path":"/deep/er/0","value":1"#),
  ]

  private func shown(_ document: [UInt8]) -> Screen? {
    let reading = ScreenReader(itemKinds: []).read(document)
    let faults = reading.diagnostics.filter { $0.code != .unknownKind }
    #expect(faults.isEmpty, "\(faults.map(\.message))")
    guard let screen = reading.screen else { return nil }
    for view in screen.views { #expect(JSONValue.read(view.bytes).value != nil) }
    return ScreenBinding(screen, reader: ScreenReader())?.screen ?? screen
  }

  @Test func aStreamBecomesAScreenWithoutFaults() throws {
    let bytes = Array(Self.whole.joined(separator: "\n").utf8)
    let (document, faults) = try #require(A2UIStream.document(of: bytes))
    #expect(faults.isEmpty, "\(faults)")
    let screen = try #require(shown(document))
    let text = String(decoding: ScreenWriter().write(screen), as: UTF8.self)
    for part in ["${x} 2 2.0 more", "{y}", "Fri, Jan 2", "\"kind\":\"checkbox\""] {
      #expect(text.contains(part.replacing("{", with: "{")), "\(part) is not in \(text)")
    }
  }

  @Test func linesLeadToTheScreenOfTheWhole() throws {
    let bytes = Array(Self.whole.joined(separator: "\n").utf8)
    let whole = try #require(A2UIStream.document(of: bytes))
    for cut in 1..<Self.whole.count {
      var stream = A2UIStream()
      let first = stream.receive(Array(Self.whole[..<cut].joined(separator: "\n").utf8))
      let line = try #require(first.line)
      var screen = try #require(JSONValue.read(line).value)
      for line in Self.whole[cut...] {
        guard let line = stream.receive(Array(line.utf8)).line else { continue }
        let change = try #require(JSONValue.read(line).value)
        guard let patch = change["patch"]?.elements else {
          screen = change
          continue
        }
        var data = DataValue(screen["data"] ?? .null)
        for operation in patch {
          let path = try JSONPointer(operation["path"]?.text ?? "").tokens.dropFirst()
          let value = operation["value"]
          try data.apply(value.map { .set($0) } ?? .remove, at: path)
        }
        screen = screen.merging(["data": data.json ?? .null])
      }
      #expect(screen == JSONValue.read(whole.screen).value, "cut after \(cut) lines")
    }
  }

  @Test func whatIsWrongIsToldAndTheRestIsShown() throws {
    let graph = Self.components(
      #"{"id":"root","component":"Column","children":["a","none","odd","bad"]},"#
        + #"{"id":"a","component":"Card","child":"root"},{"id":"odd","component":"Odd"},"#
        + #"{"id":"bad","component":"Text","text":{"call":"nothing"}},"#
        + #"{"id":"bad","component":"Text","text":{"call":"nothing"}},{"component":"Text"}"#)
    let lines = [Self.create, Self.create, graph, "no JSON", Self.line("deleteSurface", #""x":1"#)]
    let (_, all) = try #require(
      A2UIStream.document(of: Array(lines[..<4].joined(separator: "\n").utf8)))
    let codes = Set(all.map(\.code))
    let expected: Set<A2UIFault.Code> = [
      .existingSurface, .cycle, .missingComponent, .unknownComponent, .unknownFunction, .validation,
      .noJSON,
    ]
    #expect(codes == expected)
    var stream = A2UIStream()
    for line in lines { _ = stream.receive(Array(line.utf8)) }
    let gone = stream.receive(Array(graph.utf8))
    #expect(gone.faults.map(\.code) == [.unknownSurface])
  }

  // MARK: Fixtures

  private static let fixtures = [
    "form", "rows", "parts", "formats", "lists", "pictures", "changes", "faults",
  ]

  private func fixture(_ name: String) throws -> [UInt8] {
    let folder = #filePath.prefix(through: try #require(#filePath.lastIndex(of: "/")))
    return Array(try #require(readFile(folder + "Fixtures/\(name).jsonl")).utf8)
  }

  private func items(of document: [UInt8]) throws -> String {
    let value = try #require(JSONValue.read(document).value)
    return JSONWriter { $0.value(value) }.text
  }

  @Test(arguments: fixtures) func fixturesAreShownWithoutFaultsButTheirOwn(name: String) throws {
    let (document, faults) = try #require(A2UIStream.document(of: try fixture(name)))
    #expect(faults.isEmpty == (name != "faults"), "\(faults)")
    #expect(shown(document) != nil)
  }

  /// All components and functions of the catalog.
  @Test func fixturesHaveTheWholeCatalog() throws {
    let text = try Self.fixtures.map { String(decoding: try fixture($0), as: UTF8.self) }.joined()
    let names = [
      "Text", "Image", "Icon", "Video", "AudioPlayer", "Row", "Column", "List", "Card", "Tabs",
      "Modal", "Divider", "Button", "TextField", "CheckBox", "ChoicePicker", "Slider",
      "DateTimeInput",
    ]
    for name in names { #expect(text.contains("\"component\":\"\(name)\""), "\(name)") }
    let functions = [
      "required", "regex", "length", "numeric", "email", "formatString", "formatNumber",
      "formatCurrency", "formatDate", "pluralize", "openUrl", "and", "or", "not",
    ]
    for name in functions { #expect(text.contains("\"call\":\"\(name)\""), "\(name)") }
  }

  /// A stream that ends at any byte has faults at most, and one that goes on ends as the whole.
  @Test(arguments: fixtures) func endsAtAnyByteAreFaultsAtMost(name: String) throws {
    let bytes = try fixture(name)
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    let whole = try #require(A2UIStream.document(of: bytes)).screen
    var (stream, start) = (A2UIStream(), 0)
    for line in lines {
      for cut in 1..<line.count {
        var ended = stream
        let update = ended.receive(Array(line[..<cut]))
        #expect(update.line == nil && update.faults.map(\.code) == [.noJSON], "cut at \(cut)")
      }
      var ended = stream
      #expect(ended.finish().allSatisfy { $0.code != .noJSON })
      _ = stream.receive(line)
      start += line.count + 1
      let part = try #require(A2UIStream.document(of: Array(bytes[..<start])))
      #expect(ScreenReader().read(part.screen).screen != nil)
    }
    #expect(stream.document() == whole)
  }

  @Test func aRowOfControlsIsOneBox() throws {
    let (document, _) = try #require(A2UIStream.document(of: try fixture("rows")))
    let screen = try #require(ScreenReader(itemKinds: []).read(document).screen)
    let boxes = screen.components.flatMap(\.items).filter { $0.kind == "composite" }
    #expect(boxes.map { $0.meta.string("style") } == ["row", "row"])
    let parts = boxes.flatMap(\.children).flatMap(\.items)
    #expect(parts.count == 7)
    for part in parts {
      let view = screen.views.first { JSONValue.read($0.bytes).value?["kind"]?.text == part.kind }
      #expect(view.flatMap { JSONValue.read($0.bytes).value?["surface"]?.text } == "none")
    }
  }

  @Test func wordsAreThoseOfTheUser() throws {
    let words = Words(Language("de_DE"))
    for (name, word) in [
      ("parts", Word.opensElsewhere), ("parts", .video), ("faults", .partNotShown),
    ] {
      let (document, _) = try #require(
        A2UIStream.document(of: try fixture(name), words: words))
      let part = words(word, ["name": "Odd"])
      #expect(try items(of: document).contains(part), "\(part)")
    }
  }

  /// The candidate of 1.0 has components and data with a surface, and `@` before its expressions.
  @Test func theCandidateIsTheSame() throws {
    let components =
      #"{"id":"root","component":"Column","children":["t","l","b"]},"#
      + #"{"id":"t","component":"Text","text":{"@call":"formatString","args":{"value":{"@path":"/a"}}}},"#
      + #"{"id":"l","component":"Row","children":{"componentId":"n","path":"/list"}},"#
      + #"{"id":"n","component":"Text","text":{"@call":"@index","args":{"offset":1}}},"#
      + #"{"id":"b","component":"Button","child":"t","action":{"event":{"name":"go","userMessage":{"@path":"/a"}}}}"#
    let create =
      #"{"version":"v1.0","createSurface":{"surfaceId":"s","components":[\#(components)],"#
      + #""dataModel":{"a":"Ada","gone":1,"list":["x","y"]}}}"#
    var stream = A2UIStream()
    let first = stream.receive(Array(create.utf8))
    #expect(first.faults.isEmpty, "\(first.faults)")
    let remove =
      #"{"version":"v1.0","updateDataModel":{"surfaceId":"s","path":"/gone","value":null}}"#
    let line = try #require(stream.receive(Array(remove.utf8)).line)
    #expect(JSONValue.read(line).value == ["patch": [["op": "remove", "path": "/data/s/gone"]]])
    let screen = try #require(shown(stream.document()))
    let text = String(decoding: ScreenWriter().write(screen), as: UTF8.self)
    for part in [#""v0":"Ada""#, #""userMessage":"Ada""#, #""version":"v1.0""#] {
      #expect(text.contains(part), "\(part) is not in \(text)")
    }
    let fault = stream.receive(Array(create.utf8)).faults.first
    #expect(fault?.json["version"] == "v1.0" && fault?.code == .existingSurface)
  }

  /// What is typed into an obscured field is in messages for the server alone.
  @Test func secretsAreInMessagesAlone() throws {
    let parts =
      #"{"id":"root","component":"Column","children":["f","b"]},"#
      + #"{"id":"f","component":"TextField","variant":"obscured","label":"PIN","value":{"path":"/a/pin"}},"#
      + #"{"id":"b","component":"Button","child":"t","action":{"event":{"name":"in","context":{"pin":{"path":"/a/pin"},"n":1}}},"#
      + #""checks":[{"condition":{"call":"required","args":{"value":{"path":"/a/pin"}}},"message":"No"}]},"#
      + #"{"id":"t","component":"Text","text":{"path":"/a/pin"}}"#
    let create = Self.line("createSurface", #""catalogId":"c","sendDataModel":true"#)
    let data = Self.line("updateDataModel", #""value":{"a":{}}"#)
    let bytes = Array([create, Self.components(parts), data].joined(separator: "\n").utf8)
    let (document, faults) = try #require(A2UIStream.document(of: bytes))
    #expect(faults.isEmpty, "\(faults)")
    let items = try #require(shown(document)).components.flatMap(\.items)
    let field = try #require(items.first { $0.input.inputType == .secret })
    #expect(field.input.name == "s/f" && field.input.bind.isEmpty)
    // The button can be used once the field is filled.
    #expect(try self.items(of: document).contains("has(values['s/f'])"))
    let payloads = items.compactMap { $0.input.payload?["a2ui:b"] }
    let payload = try #require(payloads.first)
    func messages(_ pin: JSONValue?) -> [JSONValue] {
      A2UIAction.messages(of: payload, data: ["s": ["a": [:]]], time: "T") {
        $0 == "s/f" ? pin : nil
      }
    }
    let action: [String: JSONValue] = [
      "name": "in", "surfaceId": "s", "sourceComponentId": "b", "timestamp": "T",
    ]
    #expect(
      messages("4711") == [
        ["version": "v0.9", "surfaces": ["s": ["a": ["pin": "4711"]]]],
        [
          "version": "v0.9",
          "action": .object(action.merging(["context": ["pin": "4711", "n": 1]]) { $1 }),
        ],
      ])
    #expect(messages(nil).first == ["version": "v0.9", "surfaces": ["s": ["a": [:]]]])
  }

  /// The basic catalog has no function that an agent may call.
  @Test func callsOfAgentsAreAnswered() throws {
    var stream = A2UIStream()
    _ = stream.receive(Array(Self.create.utf8))
    let call =
      #"{"version":"v1.0","callRendererFunction":{"surfaceId":"s","functionCallId":"c7","#
      + #""callFunction":{"@call":"openUrl","catalogId":"c","args":{"url":"https://example.org"}}}}"#
    for _ in 0..<2 {
      let update = stream.receive(Array(call.utf8))
      #expect(
        update.line == nil
          && update.faults.map(\.json) == [
            [
              "version": "v1.0",
              "rendererFunctionResponse": [
                "functionCallId": "c7",
                "error": [
                  "code": "INVALID_FUNCTION_CALL", "message": "an agent cannot call 'openUrl'",
                ],
              ],
            ]
          ])
    }
    // Nobody has asked for it.
    let response =
      #"{"version":"v1.0","agentFunctionResponse":{"functionCallId":"x","value":1}}"#
    let update = stream.receive(Array(response.utf8))
    #expect(update.line == nil && update.faults.isEmpty)
  }

  @Test func dialogsAreCalledByTheirButtonsAndVideosHavePosters() throws {
    let (document, _) = try #require(A2UIStream.document(of: try fixture("parts")))
    let screens = JSONValue.read(document).value?["screens"]
    #expect(screens?["one/dialog"]?["title"] == "Rename…")
    let video =
      #"{"id":"root","component":"Video","url":"https://example.org/v","posterUrl":{"path":"/p"}}"#
    let text = Self.create + "\n" + Self.components(video)
    let poster = try #require(A2UIStream.document(of: Array(text.utf8)))
    #expect(poster.faults.isEmpty, "\(poster.faults)")
    #expect(
      try items(of: poster.screen).contains(#"{"align-self":"stretch","content-mode":"fill""#))
  }

  @Test func iconsAreDrawings() {
    #expect(A2UIIcons.drawing("arrowBack") == "go-previous")
    #expect(A2UIIcons.drawing("arrow_back") == "go-previous")
    #expect(A2UIIcons.drawing("nothing_of_the_kind") == A2UIIcons.drawing(""))
  }

  @Test func otherDocumentsAreNoneOfA2UI() {
    for text in [#"{"components":[]}"#, #"{"version":"v0.9","components":[]}"#, "[1]", "", "{"] {
      #expect(A2UIStream.document(of: Array(text.utf8)) == nil)
    }
  }

  @Test(arguments: 0..<4) func anyGraphEnds(_ part: Int) throws {
    let kinds = ["Column", "Row", "Card", "List", "Text", "Button", "Modal", "Tabs", "CheckBox"]
    for seed in part * 250..<part * 250 + 250 {
      var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
      func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
      }
      let names = ["root", "a", "b", "c", "d", "e", "f"]
      let parts = (0..<12).map { _ in
        let (id, one, two) = (names[next(7)], names[next(7)], names[next(7)])
        return #"{"id":"\#(id)","component":"\#(kinds[next(9)])","children":["\#(one)","\#(two)","#
          + #""g"],"child":"\#(one)","trigger":"\#(one)","content":"\#(two)","text":{"path":"\#(two)"},"#
          + #""tabs":[{"title":"t","child":"\#(two)"}],"label":"l","value":{"path":"/v"},"action":{}}"#
      }
      let text = Self.create + "\n" + Self.components(parts.joined(separator: ","))
      let (document, _) = try #require(A2UIStream.document(of: Array(text.utf8)))
      #expect(ScreenReader().read(document).screen != nil, "seed \(seed)")
    }
  }
}
