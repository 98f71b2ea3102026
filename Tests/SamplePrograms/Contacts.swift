import Spots
import SpotsSDL

struct Person {
  var name, phone, town: String

  static let all = [
    Person(name: "Ada Okafor", phone: "555 0100", town: "Lagos"),
    Person(name: "Amara Diallo", phone: "555 0101", town: "Dakar"),
    Person(name: "Edith Marlowe", phone: "555 0102", town: "York"),
    Person(name: "Finn Larsen", phone: "555 0103", town: "Bergen"),
    Person(name: "Marta Silva", phone: "555 0104", town: "Porto"),
    Person(name: "Nikos Petrou", phone: "555 0105", town: "Volos"),
  ]

  /// A row with the initials in a circle.
  var row: Item {
    Item(
      title: name, subtitle: town, action: "person:\(name)", meta: ["shape": "avatar"]
    ).with { $0.accessory = .chevron }
  }

  var page: Screen {
    Screen(name, spacing: .comfortable) {
      ComponentModel {
        Item(title: "Phone", meta: ["detail": .string(phone)])
        Item(title: "Town", meta: ["detail": .string(town)])
      }
    }
  }
}

@MainActor func contacts() throws -> Application {
  let application = try Application {
    Screen("Contacts", spacing: .comfortable) {
      let groups = Dictionary(grouping: Person.all) { $0.name.prefix(1) }
      for (letter, people) in groups.sorted(by: { $0.key < $1.key }) {
        ComponentModel { people.map(\.row) }.with {
          $0.header = Item(title: String(letter), meta: ["style": "section"])
          $0.filter = .words
        }
      }
    }.with { $0.toolbar = ToolbarModel(title: "Contacts", hasSearch: true) }
  }
  try application.on("person:{name}") { values in
    guard let person = Person.all.first(where: { $0.name == values["name"] }) else { return }
    application.push(person.page)
  }
  return application
}
