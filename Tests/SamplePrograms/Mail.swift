import Observation
import Spots
import SpotsSDL

struct Message: Identifiable {
  let id: Int
  var sender, subject, text: String
  var isNew = true
}

@Observable @MainActor final class Inbox {
  var messages = [
    Message(id: 1, sender: "Amara Diallo", subject: "Keys", text: "They hang in the boat shed."),
    Message(id: 2, sender: "Priya Raman", subject: "Thursday", text: "Shall we meet at nine?"),
    Message(id: 3, sender: "Finn Larsen", subject: "The ridge", text: "Here are the photos."),
  ]

  subscript(id: Int) -> Message? {
    get { messages.first { $0.id == id } }
    set { messages = messages.compactMap { $0.id == id ? newValue : $0 } }
  }
}

@MainActor func mail() throws -> Application {
  let inbox = Inbox()
  let application = try Application(size: Size(width: 900, height: 600)) {
    Screen("Inbox", spacing: .comfortable) {
      ComponentModel {
        for message in inbox.messages {
          Item(
            identifier: .integer(message.id), title: message.sender, subtitle: message.subject,
            action: "open:\(message.id)", meta: ["shape": "avatar"]
          ).with { $0.badge = message.isNew ? Badge("New", style: .status) : nil }
        }
      }
      // In a narrow window, messages cover the list.
    }.with { $0.sidebar = SidebarModel() }
  }
  try application.on("open:{id}") { values in
    guard let id = values["id"].flatMap({ Int($0) }), let message = inbox[id] else { return }
    inbox[id]?.isNew = false
    application.push(
      Screen(message.subject, spacing: .comfortable) {
        ComponentModel(title: message.sender) { Item.label(message.text) }
        ComponentModel { Item.button("Delete", action: "delete:\(id)", emphasis: .destructive) }
      })
  }
  try application.on("delete:{id}") { values in
    guard let id = values["id"].flatMap({ Int($0) }) else { return }
    inbox[id] = nil
    application.pop()
  }
  return application
}
