import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel

/// Twice as much of anything in a document takes twice the work: to read it, to show it, and to use
/// it.
@MainActor
@Suite struct WorkTests {
  /// A document: something that is repeated, and what is around it. `#` stands for the number of
  /// the repetition, and `+` for that of the next one.
  private struct Document {
    let (before, repeated, after): (String, String, String)
    var separator = ","

    func json(_ count: Int) -> [UInt8] {
      let parts = (0..<count).map { number in
        repeated.replacing("#", with: "\(number)").replacing("+", with: "\((number + 1) % count)")
      }
      return Array((before + parts.joined(separator: separator) + after).utf8)
    }
  }

  nonisolated private static func items(_ item: String, _ around: String = "") -> Document {
    Document(before: #"{"components":[{\#(around)"items":["#, repeated: item, after: "]}]}")
  }

  nonisolated private static func components(_ component: String, _ around: String = "") -> Document
  {
    Document(before: #"{\#(around)"components":["#, repeated: component, after: "]}")
  }

  nonisolated private static func inside(
    _ before: String, _ repeated: String, _ after: String, _ separator: String = ","
  ) -> Document {
    Document(
      before: #"{"components":[{"items":[{"title":"t",\#(before)"#, repeated: repeated,
      after: #"\#(after)}]}]}"#, separator: separator)
  }

  nonisolated private static func field(_ rules: String) -> Document {
    items(##"{"kind":"text-field","title":"F#","name":"f#","value":"v",\##(rules)}"##)
  }

  nonisolated private static let row = #"{"title":"t#"}"#

  nonisolated private static let documents: [Document] = [
    items(
      ##"{"identifier":"i#","title":"t#","subtitle":"s","text":"x","image":"a.png","action":"a:#"}"##
    ),
    items(#"{"identifier":"same","title":"same","index":1,"size":{"width":20,"height":30}}"#),
    items(##"{"type":"card","title":"t#","meta":{"a":#},"model":{"b":#},"emphasis":"primary"}"##),
    field(##""visible-when":{"name":"f+","is-empty":false}"##),
    field(##""visible-when":{"name":"f+","is-empty":true}"##),
    field(##""visible-when":{"name":"none#","is":1}"##),
    field(##""enabled-when":{"name":"f+","is-not":"w"}"##),
    field(##""enabled-when":"values.f+ != 'w' || values.none# > 1","visible-when":"{values.f+}""##),
    field(##""checks":{"that":"value.size() < 9 && value <= values.f+","message":"m"}"##),
    field(##""checks":{"that":"value == values.f+"},"visible-when":"values.f+ in ['v', '']""##),
    field(##""checks":{"same-as":"f+","required":true,"message":"m"}"##),
    field(##""checks":{"pattern":"[a-z]#?","format":"email","min-length":2,"max-length":9}"##),
    field(##""placeholder":"p","input-type":"secret","unit":"u","lines":1"##),
    items(##"{"kind":"text-field","title":"t","name":"same","value":"v"}"##),
    items(
      ##"{"kind":"paragraph","control":"text-field","title":"t","name":"f#","lines":4,"value":"v"}"##
    ),
    items(
      ##"{"kind":"slider","title":"t","name":"s#","minimum":0,"maximum":9,"step":2,"value":4}"##),
    items(
      ##"{"kind":"stepper","title":"t","name":"s#","visible-when":{"name":"s+","one-of":[0,1]}}"##),
    items(
      ##"{"kind":"date","title":"t","name":"d#","value":"2024-02-29","minimum":"2020-01-01"}"##),
    items(##"{"kind":"time","title":"t","name":"d#","value":"10:30"}"##),
    items(##"{"kind":"toggle","title":"t","name":"d#","value":true}"##),
    items(##"{"kind":"checkbox","title":"t","name":"d#"}"##),
    items(
      ##"{"kind":"choice","title":"t","name":"c#","options":["a","b"],"choice-style":"segments"}"##),
    items(
      ##"{"kind":"button","title":"t","action":"submit:#","progress":true,"confirm":"c#","payload":{"a":#}}"##
    ),
    items(##"{"kind":"toggle","title":"t#","bind":"/values/#"}"##),
    components(##"{"identifier":"c#"}"##, #""submit":"data","#),
    items(
      ##"{"title":"t","accessory":"menu","actions":[{"title":"a","action":"a:#","destructive":true,"emphasis":"primary","confirm":{"title":"c#","button":"b"},"payload":{"a":#}}]}"##,
      #""interaction":{"deletable":true},"#),
    items(##"{"kind":"composite","children":[{"items":[{"title":"t#"}]}]}"##),
    items(
      ##"{"kind":"composite","children":[{"items":[{"kind":"text-field","title":"t","name":"f#","visible-when":{"name":"f+","is-empty":true}}]}]}"##
    ),
    items(
      ##"{"kind":"composite","columns":[{"width":9},{}],"children":[{"column":1,"items":[{"title":"t#"}]}]}"##
    ),
    inside(
      #""kind":"choice","name":"c","value":"o1","options":["#, ##"{"value":"o#","title":"O#"}"##,
      "]"),
    inside(
      #""kind":"choice","name":"c","multiple":true,"options":["o1","o2"],"value":["#, ##""o#""##,
      "]"),
    inside(#""actions":["#, ##"{"title":"a#","action":"a:#"}"##, "]"),
    items(
      ##"{"kind":"chart","title":"t#","chart":{"type":"bar","values":[1,2,#],"labels":["a","b"],"format":"percent(value)","minimum":0,"maximum":9,"places":9,"color":"accent","thresholds":[{"value":#,"title":"t","color":"error"}]}}"##
    ),
    items(##"{"kind":"sparkline","title":"t#","chart":{"from":"/f","x":"x","y":"y"}}"##),
    items(
      ##"{"title":"t#","badge":{"text":"b#","style":"tag","color":"error"},"meta":{"shape":"avatar"}}"##
    ),
    items(##"{"title":"t#","image":"icon:folder","badge":#,"accessory":"busy"}"##),
    items(##"{"kind":"progress","title":"t#","value":0.#}"##),
    inside(#""badge":""#, "word ", #"""#, ""),
    items(
      ##"{"kind":"choice","title":"t","name":"c#","options":["a","b"],"multiple":true,"choice-style":"radio","checks":{"min-choices":1,"max-choices":2}}"##
    ),
    inside(#""kind":"chart","chart":{"values":["#, "#", "]}"),
    inside(#""kind":"chart","chart":{"values":[1],"labels":["#, ##""l#""##, "]}"),
    inside(
      #""kind":"chart","chart":{"type":"stacked","series":["#,
      ##"{"title":"s#","values":[1,null],"color":"#FF0000","y":"y"}"##, "]}"),
    inside(
      #""kind":"chart","chart":{"values":[1],"thresholds":["#, ##"{"value":#,"title":"t"}"##, "]}"),
    inside(#""meta":{"#, ##""k#":{"a":#}"##, "}"),
    inside(#""model":["#, ##"{"a":#}"##, "]"),
    inside(#""relations":{"#, ##""r#":[{"title":"t"}]"##, "}"),
    inside(##""visible-when":{"name":"x","one-of":["##, ##""o#""##, "]}"),
    items(##"{"title":"t#","markdown":"# H\n\n- [a](a:#) **b**\n\n|a|b|\n|-|-|\n|c|`d`|"}"##),
    inside(#""markdown":""#, "**w** [l](a:#) `c` ", #"""#, ""),
    inside(#""markdown":""#, #"- w\n"#, #"""#, ""), inside(#""markdown":""#, ">", #"""#, ""),
    inside(#""markdown":"|a|b|\n|-|-|\n"#, #"|c|d|\n"#, #"""#, ""),
    inside(#""markdown":""#, "[*`", #"""#, ""),
    inside("", ##""unknown#":1"##, ""),
    inside("", #""title":"again""#, ""),
    inside(#""kind":"composite","children":[{"items":["#, row, "]}]"),
    inside(
      #""kind":"composite","children":["#, ##"{"identifier":"c#","items":[{"title":"t#"}]}"##, "]"),
    inside(
      #""kind":"composite","children":[{"header":{"title":"h"},"items":["#,
      ##"{"kind":"text-field","title":"t","name":"f#","enabled-when":{"name":"f+"}}"##, "]}]"),
    inside(#""text":""#, "word ", #"""#, ""), inside(#""text":""#, "word", #"""#, ""),
    inside(#""text":""#, #"w\n"#, #"""#, ""), inside(#""text":"a"#, "\u{301}", #"""#, ""),
    inside(#""text":""#, "a\u{5d0} ", #"""#, ""), inside(#""subtitle":""#, "word ", #"""#, ""),
    inside(#""kind":"text-field","name":"f","lines":9,"value":""#, "word ", #"""#, ""),
    inside(#""kind":"text-field","name":"f","lines":9,"value":""#, #"w\n"#, #"""#, ""),
    inside(#""kind":"text-field","name":"f","input-type":"secret","value":""#, "w", #"""#, ""),
    inside(
      #""kind":"text-field","name":"f","checks":{"pattern":"(\\w+ ?)*"},"value":""#, "word ", #"""#,
      ""),
    items(row, #""filter":true,"#), items(row, #""filter":"fuzzy","kind":"grid","#),
    items(
      row,
      #""kind":"carousel","layout":{"page-indicator":"below","span":1},"interaction":{"paginate":"page"},"#
    ),
    items(
      row,
      #""kind":"carousel","layout":{"page-indicator":"overlay","infinite-scrolling":true,"peek":0.2,"min-item-width":90},"interaction":{"paginate":"item","scroll-direction":"horizontal"},"#
    ),
    items(row, #""kind":"carousel","layout":{"items-per-row":3,"item-ratio":2,"item-spacing":3},"#),
    items(
      row,
      #""kind":"grid","layout":{"span":{"compact":2,"medium":3,"expanded":4},"line-spacing":3,"dynamic-span":true},"#
    ),
    items(
      row,
      #""kind":"grid","layout":{"min-item-width":90,"max-items-per-row":4,"max-width":300,"align":"leading"},"#
    ),
    items(
      row, #""kind":"grid","layout":{"span":0,"inset":{"top":1,"left":2,"bottom":3,"right":4}},"#),
    items(row, #""layout":{"dynamic-height":false},"size":{"width":9,"height":90},"#),
    items(
      row,
      #""interaction":{"reorderable":true,"editable":true,"selection":"multiple","mouseClick":"double"},"#
    ),
    components(##"{"identifier":"c#","type":"list","title":"h","items":[{"title":"t#"}]}"##),
    components(
      ##"{"header":{"title":"h#"},"footer":{"title":"f#"},"layout":{"header-mode":"sticky"},"items":[{"title":"t#"}]}"##
    ),
    components(##"{"identifier":"same","meta":{"a":#},"model":#,"index":1,"span":1,"items":[]}"##),
    components(##"{"layout":{"show-empty-component":true},"items":[],"header":{"title":"h"}}"##),
    components(##"{"when":{"min-width":900,"max-width":999},"items":[{"title":"t#"}]}"##),
    components(
      ##"{"follow":"end","wrap":false,"bar":true,"items":[{"kind":"log-line","title":"t#"}]}"##),
    components(
      ##"{"collapsible":true,"collapsed":true,"header":{"title":"h#"},"items":[{"title":"t#"}]}"##),
    items(##"{"title":"t#","level":#,"expanded":true}"##),
    components(##"{"kind":"log","items":[{"title":"t#"}]}"##),
    components(
      ##"{"theme":{"background":"#000000","primary":"#ffffff"},"background-image":"a.png","items":[{"title":"t#"}]}"##
    ),
    Document(
      before: #"{"components":[{"filter":true}],"toolbar":{"title":"T","search":true,"actions":["#,
      repeated: ##"{"title":"t#","icon":"go-home","action":"a:#","identifier":"i#"}"##, after: "]}}"
    ),
    components(
      ##"{"items":[{"title":"t#"}]}"##, ##""sidebar":{"width":300,"min":200,"max":400},"##),
    components(##"{"live":"polite","items":[{"title":"t#"}]}"##),
    components(##"{"kind":"carousel","items":[{"title":"t#"},{"title":"u#"}]}"##),
    components(
      ##"{"column":1,"tab":"t","items":[{"title":"t#"}]}"##,
      ##""tabs":[{"title":"T","icon":"go-home","identifier":"t"}],"##
        + ##""columns":[{"width":90,"max-width":99,"sticky":true},{}],"title":"T","lang":"tr","spacing":"none","max-width":999,"breakpoints":{"medium":500,"expanded":900},"keep-values":true,"keep-posts":true,"section-index":true,"undo":"before","next":"n.json","screens":{"s":{"components":[]}},"strings":{"en":{"a":"{n} b"}},"views":[{"kind":"v","label":"l"}],"$schema":"s","theme":{"background":"#ffffff"},"##
    ),
    Document(
      before: #"{"title":"{size(data)}","data":["#,
      repeated: ##"{"id":#,"t":"t#","n":{"a":[1]}}"##,
      after: ##"],"components":[{"each":"","key":"id","where":"id >= 0 || values.x","##
        + ##""sort":["-t","n.a[0]"],"item":{"title":"{t} {index}"},"empty":{"title":"e"},"##
        + ##""loading":{"title":"l"}}]}"##),
    Document(
      before: #"{"data":[{"k":["#, repeated: #"{"x":1}"#,
      after: ##"]}],"components":[{"each":"","item":{"kind":"composite","##
        + ##""children":[{"each":"k","item":{"title":"{x}"}}]}}]}"##),
    components(##"{"each":"/a","item":{"title":"{x}"}}"##, #""data":{"a":[{"x":1}]},"#),
    items(
      ##"{"title":"t#","meta":{"a":#}}"##,
      #""kind":"table","columns":[{"title":"T","field":"title"},{"field":"a","width":50,"nib":"card"}],"#
    ),
    Document(
      before: #"{"data":[{"a":1}],"components":[{"kind":"table","each":"","columns":["#,
      repeated: ##"{"title":"c#","field":"a","text":"{a}","format":"percent","align":"center","##
        + ##""sortable":true,"when":{"min-width":1},"width":{"min":1,"max":9,"grow":2}}"##,
      after: "]}]}"),
    Document(
      before: #"{"data":{"x":1},"components":[{"items":[{"title":""#, repeated: "{x} {{",
      after: #""}]}]}"#, separator: ""),
    Document(before: #"{"meta":{"#, repeated: ##""k#":1"##, after: #"},"components":[]}"#),
    Document(
      before: #"{"components":[{"meta":{"#, repeated: ##""k#":1"##, after: #"},"items":[]}]}"#),
    Document(before: #"{"theme":{"#, repeated: ##""k#":"#ffffff""##, after: #"},"components":[]}"#),
  ]

  /// Reads a document, shows it, and does what users do.
  private func seconds(_ json: [UInt8]) throws -> Double {
    let reader = ScreenReader(configuration: Configuration())
    return try ProcessorTime.of {
      let screen = try #require(reader.read(json).screen)
      let rig = ScreenRig(
        screen: screen, size: Size(width: 400, height: 300),
        environment: .fixed(images: ["a.png": Size(width: 3, height: 2)]))
      let controller = rig.controller
      rig.frame()
      for key in [Key.tab, .down, .pageDown, .end, .home, .space, .enter] {
        controller.handle(.keyPressed(key, []), at: rig.now)
        rig.frame()
      }
      controller.handle(.textEntered("t1"), at: rig.now)
      rig.frame()
      controller.handle(.keyPressed(.escape, []), at: rig.now)
      controller.handle(
        .wheel(Point(x: 200, y: 150), delta: Point(x: 0, y: -9999), precise: false, []), at: rig.now
      )
      rig.frame()
      _ = controller.state.answers.take("submit", at: ItemPath(component: 0, item: 0))
      rig.frame()
      controller.resize(to: Size(width: 700, height: 300))
      rig.frame()
      var other = screen
      other.components.removeFirst(min(1, other.components.count))
      other.components.insert(ComponentModel(kind: .grid, items: [Item(title: "new")]), at: 0)
      controller.reload(other)
      rig.settle()
      controller.reload(screen, animation: .none)
      for (name, value) in controller.values.all.prefix(3) { controller.values[name] = value }
      controller.values.reset()
      rig.frame()
    }
  }

  @Test(arguments: documents.indices)
  func theWorkGrowsWithTheDocument(index: Int) throws {
    let document = Self.documents[index]
    let excess = try ProcessorTime.excess(350) { try seconds(document.json($0)) }
    #expect(excess == nil, "\(document.before)\(document.repeated): \(excess ?? "")")
  }

  /// A key that is new needs a document here.
  @Test func everyKeyIsTried() {
    // Older spellings are read as the keys they stand for.
    let older: Set = [
      "object", "amountOfItemsToCache", "target", "section-inset", "content-inset",
    ]
    let text = Self.documents.map { $0.before + $0.repeated + $0.after }.joined()
    for table in ScreenKeys.all {
      for key in table.keys where !key.name.isEmpty && !older.contains(key.name) {
        let names = [key.name] + key.aliases
        // Roles of colors differ in nothing but their names.
        let isTried = names.contains { text.contains("\"\($0)\"") } || table.name == "theme"
        #expect(isTried, "\(table.name): \(key.name)")
      }
    }
  }

  /// A form of fields with patterns that all of their texts fail, and the time in which it is not
  /// submitted.
  private func submission(pattern: String) throws -> (rig: ScreenRig, seconds: Double) {
    try submission { #"{"pattern":"\#(pattern)\#($0)"}"# }
  }

  private func submission(
    checks: (Int) -> String
  ) throws -> (rig: ScreenRig, seconds: Double) {
    let text = String(repeating: "a", count: 20_000)
    let fields = (0..<200).map { number in
      #"{"kind":"text-field","title":"t","name":"f\#(number)","value":"\#(text)","checks":"#
        + checks(number) + "}"
    }
    let json = #"{"components":[{"items":[\#(fields.joined(separator: ","))]}]}"#
    let reader = ScreenReader(configuration: Configuration())
    let rig = ScreenRig(
      screen: try #require(reader.read(Array(json.utf8)).screen),
      size: Size(width: 400, height: 300), environment: .fixed())
    rig.frame()
    let seconds = ProcessorTime.of {
      _ = rig.controller.state.answers.take("submit", at: ItemPath(component: 0, item: 0))
      rig.frame()
    }
    return (rig, seconds)
  }

  /// However many patterns of a form take long, together they take no longer than a frame may.
  /// 200 that did not share that time would take seconds; the limit has room for slow processors.
  @Test func patternsOfAFormShareTheTimeOfAFrame() throws {
    let limit = Allowance.of(0.12)
    let usual = try ProcessorTime.least(below: 0) { try submission(pattern: "b").seconds }
    let slow = try ProcessorTime.least(below: usual + limit) {
      try submission(pattern: "(?:(?=.*+)a)*b").seconds
    }
    #expect(slow < usual + limit, "\(slow - usual) s more than usual")
    let (rig, _) = try submission(pattern: "(?:(?=.*+)a)*b")
    let item = rig.controller.components[0].model.items[150]
    #expect(rig.controller.environment.fault(of: item) == "This takes too long to check.")
  }

  /// However many expressions of a form take long, together they take some frames.
  @Test func expressionsOfAFormShareTheirTime() throws {
    let slow = "value.substring(0, 9000).split('').all(a, size(value.replace('a', 'b')) > 0)"
    let (rig, seconds) = try submission { #"{"that":"\#(slow) && value != '\#($0)'"}"# }
    #expect(seconds < Allowance.of(3), "\(seconds) s")
    let item = rig.controller.components[0].model.items[150]
    #expect(rig.controller.environment.fault(of: item) == "This is not allowed.")
  }
}
