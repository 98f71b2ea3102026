import Spots
import SpotsSDL

/// The answers of the form; each property has the name of an answer.
struct Reservation: Codable {
  enum Seat: String, CaseIterable, Codable { case window, aisle }

  var name: String
  var mail: String
  var day: String?
  var seat: Seat
  var bags: Int
  var terms: Bool
}

@MainActor func booking() throws -> Application {
  let application = try Application {
    Screen("Book a seat", spacing: .comfortable) {
      ComponentModel(title: "Who travels?") {
        Item.textField("name", title: "Name", checks: InputChecks(isRequired: true))
        Item.textField(
          "mail", title: "Mail", placeholder: "ada@example.org",
          checks: InputChecks(isRequired: true, format: .email))
      }
      ComponentModel(title: "The trip") {
        Item.date("day", title: "Day")
        Item.choice(
          "seat", title: "Seat", of: Reservation.Seat.self, value: .window, style: .segments)
        Item.stepper("bags", title: "Bags", value: 1, in: 0...4)
      }
      ComponentModel {
        Item.checkbox("terms", title: "I have read the terms", isRequired: true)
        Item.button("Book", action: .submit, emphasis: .primary)
      }
    }
  }
  let form = try ScreenForm<Reservation>(of: application.controller)
  // Called only when nothing is wrong with the answers.
  application.controller.onSubmit = { _, _ in
    let trip = form.value
    application.push(
      Screen("Booked", spacing: .comfortable) {
        ComponentModel {
          Item.label(
            "At the \(trip.seat), bags: \(trip.bags)", title: "Bon voyage, \(trip.name)!")
          Item.button("Close", action: .close)
        }
      }, asSheet: true)
  }
  return application
}
