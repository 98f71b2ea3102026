import SpotsModelTestSupport
import Testing

@testable import SpotsModel

/// Data models and values are those of the protocol's own library; Scripts/a2ui makes the table.
@Suite struct A2UIAnswersTests {
  private static let creation = A2UIMessage.Creation(
    version: A2UIMessage.version, theme: [:], sendsData: false, components: [])

  private func rows(_ key: String) throws -> [JSONValue] {
    let folder = #filePath.prefix(through: try #require(#filePath.lastIndex(of: "/")))
    let lines = try #require(readFile(folder + "Answers.jsonl")).split(separator: "\n")
    return lines.compactMap { JSONValue.read(Array($0.utf8)).value }.filter { $0[key] != nil }
  }

  private func surface(_ data: JSONValue?) -> A2UISurface {
    var creation = Self.creation
    creation.data = data
    return A2UISurface("s", creation, .english)
  }

  @Test func editsMakeTheSameData() throws {
    let rows = try rows("edits")
    #expect(rows.count > 100)
    for row in rows {
      var surface = surface(nil)
      var shown = DataValue(["s": .object([:])])
      for edit in row["edits"]?.elements ?? [] {
        let parts = edit.elements ?? []
        let change = Result { () throws(A2UIFault) in
          try surface.edit(parts.first?.text ?? "", parts.dropFirst().first)
        }
        // The operation for what is shown does the same.
        guard case .success(let operation?) = change else { continue }
        let path = try JSONPointer(operation["path"]?.text ?? "").tokens
        try shown.apply(operation["value"].map { .set($0) } ?? .remove, at: path[...])
      }
      #expect(surface.data == row["data"], "\(row["edits"] ?? .null)")
      #expect(shown.json == ["s": surface.data], "\(row["edits"] ?? .null)")
    }
  }

  @Test func valuesHaveTheSameTexts() throws {
    let rows = try rows("value")
    #expect(rows.count > 400)
    for row in rows {
      let scope = A2UIScope(surface: surface(row["data"]))
      var expressions = A2UIExpression(scope)
      let value = row["value"] ?? .null
      let template = ExpressionTemplate.parse(
        expressions.template(value), in: DataScope.environment
      ).template
      let data = DataScope(
        data: DataValue(["s": row["data"] ?? .null]), values: [:], language: .standard)
      var work = ExpressionWork()
      let text = template.text(in: data, &work)
      #expect(text == row["text"]?.text, "\(row)")
      #expect(expressions.faults.isEmpty, "\(row)")
    }
  }
}
