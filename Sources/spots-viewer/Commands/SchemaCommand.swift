import ArgumentParser
import Spots
import SpotsViewer

/// Prints the JSON Schema of screens, nibs or test plans.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of a screen (draft 2020-12).",
    discussion: """
      A screen that names the saved schema by '$schema' gets completion and checks in editors.
      """)

  @Option(
    help: ArgumentHelp(
      "A kind of item a program of yours has a view for; repeatable.",
      valueName: "name"))
  var kind: [String] = []

  @Flag(help: "Prints the schema of a nib, a view described in JSON (*.view.json).")
  var nib = false

  @Flag(help: "Prints the schema of a spots-test.json, which says what 'test' compares.")
  var testPlan = false

  @Flag(
    help: """
      Prints what a language model needs in order to write screens: the kinds, the views of \
      --views with what they show, and the keys, in short, and a strict schema.
      """)
  var catalog = false

  @OptionGroup var nibs: NibOptions

  func validate() throws {
    guard [nib, testPlan, catalog].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --catalog, --nib and --test-plan")
    }
  }

  func run() throws {
    MainActor.assumeIsolated {
      nibs.reportMissingFolders()
      let views = NibFiles(kinds: KnownKinds(.shared, views: nibs.views, allowed: [])).shownKeys()
      let kinds = Configuration.shared.kinds + kind + views.map(\.kind)
      let bytes =
        if catalog {
          Self.catalog(kinds, views)
        } else if nib {
          NibSchema(itemKinds: kinds).bytes()
        } else if testPlan {
          TestPlan.schema()
        } else {
          ScreenSchema(itemKinds: kinds, componentKinds: Configuration.shared.componentKinds)
            .bytes()
        }
      StandardOutput.write(bytes + [UInt8(ascii: "\n")])
    }
  }

  @MainActor
  private static func catalog(_ kinds: [String], _ views: [(kind: String, keys: [String])])
    -> [UInt8]
  {
    let schema = ScreenSchema(
      itemKinds: kinds, componentKinds: Configuration.shared.componentKinds, isStrict: true)
    let text = AgentResources.reference(schema, views: views)
    return Array("\(text)\n## JSON Schema\n\n```json\n".utf8) + schema.bytes() + Array("\n```".utf8)
  }
}
