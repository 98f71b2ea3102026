import ArgumentParser
import Spots

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

  func validate() throws {
    guard !nib || !testPlan else { throw ValidationError("Give either --nib or --test-plan") }
  }

  func run() throws {
    MainActor.assumeIsolated {
      let kinds = Configuration.shared.kinds + kind
      let bytes =
        if nib {
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
}
