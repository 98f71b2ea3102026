import Spots
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Answers about tables and their cells on the accessibility bus.
@MainActor
@Suite struct AccessibleTableTests {
  private let screen: AccessibleScreen
  private let controller: SpotsController

  init() {
    let columns = [
      TableColumn("Name", field: "title", isSortable: true), TableColumn("Points", field: "points"),
    ]
    let items = (0..<300).map { Item(title: "Name \($0)", meta: ["points": .integer($0 * 2)]) }
    let table = ComponentModel(
      header: Item(title: "Scores"), kind: .table, items: ItemList(items), columns: columns)
    controller = SpotsController(
      components: [table], size: Size(width: 800, height: 300),
      configuration: Configuration(), environment: .fixed())
    _ = controller.renderFrame(at: 0)
    screen = AccessibleScreen(controller)
  }

  private func reply(
    _ id: AccessibleNode.ID, _ interface: String, _ member: String, _ arguments: [JSONValue?] = []
  ) -> BusReply {
    let answers = AccessibleAnswers(
      screen: screen,
      surroundings: .init(
        program: "Test", title: "Test", busName: ":1.7",
        parent: .structure([.string(":1.0"), .path(AccessiblePath.root)]), isActive: true,
        origin: .zero, scale: 1, now: 1))
    return answers.reply(
      to: BusCall(
        path: AccessiblePath.path(of: id), interface: interface, member: member, sender: ":1.9",
        arguments: arguments))
  }

  private func property(_ id: AccessibleNode.ID, _ interface: String, _ name: String) -> BusReply {
    reply(
      id, "org.freedesktop.DBus.Properties", "Get",
      [.string("org.a11y.atspi." + interface), .string(name)])
  }

  private func reference(_ id: AccessibleNode.ID) -> BusValue {
    .structure([.string(":1.7"), .path(AccessiblePath.path(of: id))])
  }

  private func node(_ name: String) throws -> AccessibleNode {
    try #require(screen.window.all.first { $0.name == name })
  }

  /// Cells are found by row and column, wherever their row is, and know their headers.
  @Test func cellsHaveHeaders() throws {
    let table = try #require(screen.window.all.first { $0.role == .table })
    #expect(table.name == "Scores" && table.children.allSatisfy { $0.role == .tableRow })
    #expect(property(table.id, "Table", "NRows") == .values([.variant(.int(300))]))
    #expect(property(table.id, "Table", "NColumns") == .values([.variant(.int(2))]))
    let (name, points) = (try node("Name"), try node("Points"))
    #expect([name, points].allSatisfy { $0.role == .columnHeader })
    let interface = "org.a11y.atspi.Table"
    #expect(
      reply(table.id, interface, "GetColumnHeader", [.integer(1)])
        == .values([reference(points.id)]))
    for row in [3, 250] {
      let cells = try #require(screen.child(row, of: table.id).flatMap(screen.node)).children
      #expect(cells.map(\.name) == ["Name \(row)", "\(row * 2)"])
      #expect(cells.allSatisfy { $0.role == .tableCell })
      #expect(
        reply(table.id, interface, "GetAccessibleAt", [.integer(row), .integer(1)])
          == .values([reference(cells[1].id)]))
      let cell = "org.a11y.atspi.TableCell"
      #expect(
        reply(cells[1].id, cell, "GetColumnHeaderCells")
          == .values([.array("(so)", [reference(points.id)])]))
      #expect(
        reply(cells[1].id, cell, "GetRowHeaderCells")
          == .values([.array("(so)", [reference(cells[0].id)])]))
      #expect(
        property(cells[1].id, "TableCell", "Position")
          == .values([.variant(.structure([.int(Int32(row)), .int(1)]))]))
    }
  }

  /// Places outside of the table have no cell.
  @Test func wrongPlaces() throws {
    let table = try #require(screen.window.all.first { $0.role == .table })
    let interface = "org.a11y.atspi.Table"
    let wrong: [[JSONValue?]] = [
      [], [.integer(-1), .integer(0)], [.integer(1), .integer(9)],
      [.integer(.max), .integer(.max)],
    ]
    for arguments in wrong {
      #expect(
        reply(table.id, interface, "GetAccessibleAt", arguments)
          == .values([.structure([.string(""), .path(AccessiblePath.null)])]))
      for member in ["GetIndexAt", "GetColumnHeader", "IsSelected", "GetRowColumnExtentsAtIndex"] {
        guard case .values = reply(table.id, interface, member, arguments) else {
          return #expect(Bool(false), "\(member)")
        }
      }
    }
  }

  /// The title of a column sorts when it is activated, and its description tells how.
  @Test func titlesSort() throws {
    #expect(try node("Name").actions == [.activate] && node("Points").actions.isEmpty)
    #expect(screen.perform(.activate, on: try node("Name").id, at: 1))
    _ = controller.renderFrame(at: 2)
    screen.invalidate()
    #expect(try node("Name").details == "sorted, ascending")
    #expect(controller.components[0].model.rows.sort == ["title"])
  }
}
