extension Words {
  /// The names of the months.
  package var months: [String] {
    [
      Word.january, .february, .march, .april, .may, .june, .july, .august, .september, .october,
      .november, .december,
    ].map { self[$0] }
  }

  /// The names of the days of the week, from Monday on.
  package var weekdays: [String] {
    [Word.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday].map { self[$0] }
  }

  /// The names of the days of the week above columns, from Monday on.
  package var shortWeekdays: [String] {
    [
      Word.shortMonday, .shortTuesday, .shortWednesday, .shortThursday, .shortFriday,
      .shortSaturday, .shortSunday,
    ].map { self[$0] }
  }

  /// A day in words.
  package func text(_ date: CalendarDate) -> String {
    self(
      .date,
      [
        "weekday": weekdays[date.weekday], "day": "\(date.day)", "month": months[date.month - 1],
        "year": "\(date.year)",
      ])
  }

  /// A day, a time, or both, as users read them; a number is as in documents.
  package func text(_ bound: InputBound) -> String {
    switch bound {
    case .number, .time: bound.value.typedText
    case .date(let date): text(date)
    case .dateTime(let date, let time): self(.dateAndTime, ["date": text(date), "time": time])
    }
  }
}

extension CalendarDate {
  /// The day in English words, such as `Monday, 23 November 2026`.
  public var words: String { Words.english.text(self) }
}
