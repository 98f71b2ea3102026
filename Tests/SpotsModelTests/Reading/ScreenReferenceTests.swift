import Foundation
import Testing

@testable import SpotsModel

/// The article "Screens in JSON" against the keys the reader knows.
@Suite struct ScreenReferenceTests {
  /// The article's tables by the headings above them.
  static let sections: [(title: String, table: KeyTable)] = [
    ("Screen", ScreenKeys.root.table), ("Component", ScreenKeys.component.table),
    ("Item", ScreenKeys.item),
    ("Layout", LayoutKeys.layout.table), ("Interaction", LayoutKeys.interaction.table),
    ("Options", InputKeys.option.table), ("Checks", InputKeys.checks.table),
    ("Conditions", InputKeys.condition.table),
  ]

  /// Older spellings stand in a section of their own.
  private static let older: [String: Set<String>] = [
    "screen": ["object"],
    "component": ["type", "title", "span", "index", "amountOfItemsToCache"],
    "item": ["type", "index", "target"], "layout": ["section-inset", "content-inset"],
  ]

  @Test(arguments: sections.indices)
  func theTableNamesEveryKeyAndNoOther(index: Int) throws {
    let (title, table) = Self.sections[index]
    let keys = table.keys.map(\.name).filter { Self.older[table.name]?.contains($0) != true }
    #expect(try Self.keys(below: title) == Set(keys))
  }

  @Test func everyRoleAndKindIsNamed() throws {
    let text = try Self.text()
    for role in ColorRole.allCases { #expect(text.contains("`\(role.rawValue)`")) }
    for word in ["list", "grid", "carousel", "default", "label", "image", "card", "composite"] {
      #expect(text.contains("`\(word)`"))
    }
  }

  private static func text() throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Documentation.docc/Reference/Screens-in-JSON.md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The words in code style in the first column of the table below `title`.
  private static func keys(below title: String) throws -> Set<String> {
    let lines = try text().components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "### \(title)"))
    let rows = lines[start...].drop { !$0.hasPrefix("|---") }.dropFirst()
      .prefix { $0.hasPrefix("|") }
    let columns = rows.map { $0.split(separator: "|")[0] }
    return Set(
      columns.flatMap { column in
        column.split(separator: ",").map {
          $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
      })
  }
}
