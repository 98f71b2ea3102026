import Spots

/// The departures of a stop, which change as time passes.
struct Board {
  /// A train, the minutes until it leaves, and its number of taken seats.
  struct Train {
    let identifier: Int
    let line: String
    let destination: String
    var minutes: Int
    var taken: Int
  }

  private var trains: [Train] = []
  private var count = 0
  private static let destinations = [
    "Harbour, Fish Market", "University", "Airport, Terminal 2", "Old Town, Clock Tower",
    "Botanical Garden", "Northern Cemetery by way of Mill Lane",
  ]
  private static let seats = 48

  init() {
    for index in 0..<5 { addTrain(minutes: 1 + index * 3) }
  }

  /// Advances by a minute: trains approach and fill up. When the first one leaves, another is
  /// announced.
  mutating func tick() {
    for index in trains.indices {
      trains[index].minutes -= 1
      trains[index].taken = min(trains[index].taken + 2 + index, Self.seats)
    }
    if let first = trains.first, first.minutes < 0 {
      trains.removeFirst()
      addTrain(minutes: (trains.last?.minutes ?? 0) + 3)
    }
  }

  private mutating func addTrain(minutes: Int) {
    count += 1
    trains.append(
      Train(
        identifier: count, line: "\(1 + count % 4)",
        destination: Self.destinations[count % Self.destinations.count], minutes: minutes,
        taken: 6 + count * 7 % 20))
  }

  var screen: Screen {
    let departures = trains.map { train in
      Item(
        identifier: .integer(train.identifier), title: train.destination,
        subtitle: "Line \(train.line)", kind: "departure",
        meta: Meta(["minutes": .integer(train.minutes)]))
    }
    var components = [
      ComponentModel(
        identifier: "departures", header: Item(title: "Mill Lane", subtitle: "Departures"),
        kind: .list, items: ItemList(departures))
    ]
    if let next = trains.first {
      components.append(
        ComponentModel(
          identifier: "next", header: Item(title: "Seats in the next train"),
          kind: .list,
          items: ItemList([
            Item(
              identifier: .string("line"), title: next.destination, subtitle: next.line,
              kind: "line"),
            Item(
              identifier: .string("seats"), kind: "seats",
              meta: Meta(["seats": .integer(Self.seats), "taken": .integer(next.taken)])),
          ])))
    }
    return Screen(components: components, title: "Departures")
  }
}
