import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Days and times in the rows of a screen 400 points wide, on 23 November 2026; in English as in
/// Sweden, where they are written as in ISO 8601, unless another language is given.
@MainActor
@Suite struct DatePickerTests {
  @MainActor
  private final class Form {
    let rig: ScreenRig
    var controller: SpotsController { rig.controller }
    var popup: Popup? { controller.state.popups.popup }
    var month: MonthPopup? { popup as? MonthPopup }
    var value: JSONValue? { controller.values["d"] }

    init(
      _ items: [Item], size: Size = Size(width: 400, height: 600), textScale: Double = 1,
      isMirrored: Bool = false, times: String = "en_SE", words: String = "en_US"
    ) {
      var environment = Environment.fixed()
      environment.language.words = words
      environment.language.times = times
      environment.textScale = textScale
      environment.isRightToLeft = isMirrored
      let now = (day: CalendarDate("2026-11-23")!, time: TimeOfDay("16:20"), seconds: Int?.none)
      environment.now = { now }
      rig = ScreenRig(
        [ComponentModel(kind: .list, items: ItemList(items))], size: size,
        environment: environment)
      rig.frame()
    }

    var control: DatePickerControl {
      rig.components[0].mounted(.item(0), inner: 0)?.item.view.mainControl as! DatePickerControl
    }

    /// A place in the control, in the window.
    func point(x part: Double) -> Point {
      let control = control
      let origin = control.convert(.zero, from: controller.scrollView)
      let x = control.frame.width * part - origin.x
      let isMirrored = controller.environment.isRightToLeft
      return Point(
        x: isMirrored ? rig.controller.size.width - x : x,
        y: control.frame.height / 2 - origin.y)
    }

    func keys(_ keys: Key..., modifiers: Modifiers = []) {
      for key in keys {
        rig.key(key, modifiers)
        rig.frame()
      }
    }

    func type(_ text: String) {
      for character in text {
        rig.key(.character(character))
        controller.handle(.textEntered(String(character)), at: rig.now)
        rig.frame()
      }
    }
  }

  private func item(
    _ value: JSONValue? = nil, _ kind: InputKind = .date, from minimum: String = "",
    to maximum: String = "", checks: InputChecks = InputChecks()
  ) -> Item {
    Item(
      title: "Day", kind: kind.rawValue,
      input: ItemInput(
        name: "d", value: value, minimum: InputBound(minimum), maximum: InputBound(maximum),
        checks: checks))
  }

  @Test func digitsFillThePartsOneAfterTheOther() {
    let form = Form([item()])
    form.keys(.tab)
    form.type("2026")
    #expect(form.value == "2026--")
    form.type("1")
    #expect(form.value == "2026-01-" && form.control.parts.current == 1)
    form.type("15")
    #expect(form.value == "2026-11-05")
    // It is full, so the next digit starts over; a sign moves on only if no digit has done so.
    form.type("23")
    #expect(form.value == "2026-11-23")
    form.keys(.home)
    form.type("2027-2-9")
    #expect(form.value == "2027-02-09")
    form.keys(.left, .delete)
    #expect(form.value == "2027--09")
    form.keys(.backspace, .delete, .end, .delete)
    #expect(form.value == .null)
    // All at once, as programs type it, and from the clipboard.
    form.controller.handle(.textEntered("2024-02-29"), at: form.rig.now)
    #expect(form.value == "2024-02-29")
    form.keys(.character("x"), modifiers: .control)
    #expect(form.value == .null && form.controller.environment.clipboard.text == "2024-02-29")
    form.controller.environment.clipboard.text = " 1999-12-31\n"
    form.keys(.insert, modifiers: .shift)
    #expect(form.value == "1999-12-31")
    for text in ["1999-12-32", "soon", "", "14:05", String(repeating: "1", count: 1 << 20)] {
      form.controller.environment.clipboard.text = text
      form.keys(.character("v"), modifiers: .control)
    }
    #expect(form.value == "1999-12-31")
  }

  /// Listeners are told of complete parts only; the value is always the one on show.
  @Test func partsAreToldWhenTheyAreComplete() throws {
    @MainActor final class Listener: ComponentDelegate {
      var heard: [JSONValue] = []
      func controller(
        _ controller: SpotsController, didChangeValue name: String, to value: JSONValue,
        at path: ItemPath
      ) { heard.append(value) }
    }
    struct Model: Codable { var d: String? }
    var other = item(nil, .time)
    other.input.name = "t"
    let form = Form([item(), other])
    let listener = Listener()
    form.controller.componentDelegate = listener
    var observed: [String?] = []
    let observer = try ScreenForm<Model>(of: form.controller)
    observer.onChange = { observed.append($0.d) }
    form.keys(.tab)
    form.type("202")
    #expect(form.value == "0202--" && listener.heard.isEmpty)
    form.type("61")
    #expect(listener.heard == ["2026--"] && form.value == "2026-01-")
    form.keys(.right)
    form.type("2")
    form.keys(.tab)
    #expect(listener.heard == ["2026--", "2026-01-", "2026-01-02"])
    #expect(observed == ["2026--", "2026-01-", "2026-01-02"])
    form.keys(.tab, modifiers: .shift)
    form.type("19")
    form.controller.values["d"] = "1999-01-02"
    form.rig.frame()
    #expect(listener.heard.last == "1999-01-02" && listener.heard.count == 4)
    form.type("3")
    // Whatever asks for them, the answers are those that are seen.
    form.controller.state.items.send(
      "submit", of: other, at: ItemPath(component: 0, item: 1))
    #expect(listener.heard.last == "0003-01-02")
  }

  /// Whatever is done, undoing all of it leads back, and doing it again to where it ended.
  @Test func changesAreUndone() {
    let form = Form([item("2026-11-23")])
    form.keys(.tab)
    form.type("19")
    form.type("99")
    form.keys(.up)
    form.type("12")
    form.keys(.delete)
    #expect(form.value == "1999-12-")
    form.keys(.character("z"), modifiers: .control)
    #expect(form.value == "1999-12-23")
    let seed: UInt64 = 5
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: form.keys([.up, .down, .delete, .backspace, .left].randomElement(using: &random)!)
      case 1: form.keys(.character("z"), modifiers: .control)
      case 2: form.keys(.character("z"), modifiers: [.control, .shift])
      case 3: form.keys(.character("x"), modifiers: .control)
      default: form.type(String("0123456789-".randomElement(using: &random)!))
      }
    }
    let end = form.value
    for _ in 0..<300 { form.keys(.character("y"), modifiers: .control) }
    let last = form.value
    for _ in 0..<300 { form.keys(.character("z"), modifiers: .control) }
    #expect(form.value == "2026-11-23", "seed \(seed), from \(String(describing: end))")
    for _ in 0..<300 { form.keys(.character("z"), modifiers: [.control, .shift]) }
    #expect(form.value == last, "seed \(seed)")
  }

  @Test func arrowsAndTheWheelChangeAPart() {
    let form = Form([item(nil, from: "2026-11-05", to: "2027-02-10")])
    form.keys(.tab, .up, .right, .up, .right, .up)
    #expect(form.value == "2026-11-23")
    form.keys(.left, .up, .up)
    // The year is another part, so the month starts over, which makes the date too early.
    #expect(form.value == "2026-11-05")
    form.keys(.left, .up, .up, .right, .down)
    #expect(form.value == "2027-01-10")
    let place = form.point(x: 0.1)
    form.rig.click(place)
    #expect(form.control.parts.current == 0)
    form.rig.wheel(place, y: -1)
    form.rig.frame()
    #expect(form.value == "2026-11-05" && form.rig.offset == 0)
    let format = DateFormat.of(Language("en_SE"))
    var leap = DateParts("2024-02-29", mode: .date, format: format)
    let all = InputBound.date(.first)...InputBound.date(.last)
    leap.step(up: true, in: all, from: .date(.first))
    #expect(leap.text == "2025-02-28")
    leap.move(to: 2)
    leap.step(up: true, in: all, from: .date(.first))
    #expect(leap.text == "2025-02-01")
    var noon = DateParts(mode: .time, format: format)
    let day = InputBound.time(.first)...InputBound.time(.last)
    for part in [0, 1, 0] {
      noon.move(to: part)
      noon.step(up: false, in: day, from: .time(TimeOfDay(minutes: 720)))
    }
    #expect(noon.text == "11:00")
  }

  /// Whatever is pressed, the value says the same as the parts, and steps stay in their range.
  @Test func partsFollowTheirLaws() throws {
    let seed: UInt64 = 11
    var random = SplitMix64(seed: seed)
    let first = try #require(CalendarDate("2024-01-31"))
    let range = InputBound.date(first)...InputBound.date(first.adding(days: 800))
    let format = DateFormat.of(Language("en_SE"))
    for mode in DatePickerMode.allCases {
      let times = InputBound.time(TimeOfDay(minutes: 95))...InputBound.time(.last)
      let moments = InputBound.dateTime(first, .first)...InputBound.dateTime(.last, .last)
      let range = mode == .date ? range : mode == .time ? times : moments
      var parts = DateParts(mode: mode, format: format)
      for _ in 0..<10_000 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: parts.move(to: Int.random(in: -1...3, using: &random))
        case 1: _ = parts.clear()
        case 2, 3:
          parts.step(up: Bool.random(using: &random), in: range, from: range.lowerBound)
          if let bound = parts.bound, !range.contains(bound) {
            Issue.record("\(bound) is beyond \(range), with seed \(seed)")
          }
        default: parts.type("0123456789-x".randomElement(using: &random) ?? "0")
        }
        let again = DateParts(parts.text, mode: mode, format: format)
        guard again.numbers == parts.numbers, parts.numbers.indices ~= parts.current else {
          Issue.record("\(parts) is not \(again), with seed \(seed)")
          return
        }
      }
    }
  }

  @Test func aMonthOpensAndADayIsPicked() throws {
    for isMirrored in [false, true] {
      let form = Form([item("2026-11-23")], isMirrored: isMirrored)
      let mark = form.point(x: 0.93)
      form.rig.click(mark)
      form.rig.frame()
      #expect(try #require(form.month).current.description == "2026-11-23")
      form.keys(isMirrored ? .left : .right, .down, .pageDown, .end)
      // One day, a week, and a month later, and the Sunday of that week.
      #expect(form.month?.current.description == "2027-01-03")
      form.keys(.home, .up, .enter)
      #expect(form.popup == nil && form.value == "2026-12-21")
      form.keys(.enter, .pageUp, .escape)
      #expect(form.popup == nil && form.value == "2026-12-21")
      form.keys(.down, modifiers: .alt)
      form.keys(.pageUp, modifiers: .shift)
      // December of 2025 begins with a Monday, so its first day is where reading begins.
      let month = try #require(form.month)
      let part = try #require(month.accessibleParts.first { $0.content.label.contains("1 Dec") })
      let frame = isMirrored ? part.frame.mirrored(in: month.frame.width) : part.frame
      let origin = month.frame.origin
      let x = isMirrored ? 400 - month.frame.maxX : origin.x
      form.rig.click(Point(x: x + frame.midX, y: origin.y + frame.midY))
      form.rig.frame()
      #expect(form.popup == nil && form.value == "2025-12-01")
    }
  }

  /// Tab goes from the days to the buttons around them, and arrows go back to the days.
  @Test func aMonthHasButtonsForYearsTodayAndNothing() throws {
    let form = Form([item("2024-02-29"), item(checks: InputChecks(isRequired: true))])
    form.keys(.tab, .enter, .tab, .tab, .tab, .enter)
    let month = try #require(form.month)
    #expect(month.current.description == "2023-02-28" && month.isOnButton)
    form.keys(.tab, .enter, .enter)
    #expect(month.current.description == "2025-02-28")
    form.keys(.right)
    #expect(month.current.description == "2025-03-01" && !month.isOnButton)
    form.keys(.tab, modifiers: .shift)
    form.keys(.enter)
    #expect(form.popup == nil && form.value == "2026-11-23")
    form.keys(.enter)
    form.keys(.tab, modifiers: .shift)
    form.keys(.tab, modifiers: .shift)
    form.keys(.enter)
    #expect(form.popup == nil && form.value == .null)
    form.keys(.tab, .enter)
    #expect(try #require(form.month).accessibleParts.last?.content.label == "Today")
    #expect(form.month?.accessibleParts.contains { $0.content.label == "Clear" } == false)
  }

  /// As the language has it above a calendar.
  @Test(arguments: [
    ("en_US", ["Previous month", "November 2026", "Next month", "Previous year", "Next year"]),
    ("ja_JP", ["前の年", "次の年", "前の月", "2026年11月", "次の月"]),
  ])
  func theYearIsWhereItsLanguageHasIt(language: String, labels: [String]) throws {
    let form = Form([item(nil, .date)], times: language, words: language)
    form.keys(.tab, .enter)
    #expect(try #require(form.month).accessibleParts.prefix(5).map(\.content.label) == labels)
  }

  /// Times open at the one that was chosen, or else at the one before now.
  @Test func timesOpenNearNow() throws {
    for (value, marked) in [("09:10", 18), (nil, 32)] as [(JSONValue?, Int)] {
      let form = Form([item(value, .time)])
      form.keys(.tab, .enter)
      let menu = try #require(form.popup as? Menu)
      #expect(menu.current == marked)
      #expect(menu.accessibleParts.contains { $0.number == marked })
    }
  }

  /// An open month has no use for digits; a menu of times goes to the one that they begin.
  @Test func digitsGoToTheFieldBehindAMonth() {
    let form = Form([item("2026-11-23")])
    form.keys(.tab)
    form.controller.handle(.keyPressed(.space, []), at: form.rig.now)
    form.controller.handle(.textEntered(" "), at: form.rig.now)
    #expect(form.month != nil)
    form.type("x")
    #expect(form.month != nil && form.value == "2026-11-23")
    form.type("2027")
    #expect(form.popup == nil && form.value == "2027-11-23" && form.control.parts.current == 1)
    form.keys(.enter)
    form.controller.handle(.textEntered("2028-02-29"), at: form.rig.now)
    #expect(form.popup == nil && form.value == "2028-02-29")
    let time = Form([item("09:00", .time)])
    time.keys(.tab, .enter)
    time.type("14")
    #expect(time.popup != nil && time.value == "09:00")
    time.keys(.enter)
    #expect(time.value == "14:00")
  }

  @Test func onlyWhatIsAllowedIsPicked() throws {
    let form = Form([item(nil, from: "2026-11-20", to: "2026-12-05")])
    form.keys(.tab, .space)
    let month = try #require(form.month)
    #expect(month.current.description == "2026-11-23")
    func isEnabled(_ label: String) -> Bool {
      month.accessibleParts.contains {
        $0.content.label.contains(label) && $0.isEnabled
      }
    }
    #expect(isEnabled(" 20 Nov") && !isEnabled(" 19 Nov") && isEnabled("Next"))
    #expect(!isEnabled("Previous") && !isEnabled("Clear") && isEnabled("Today"))
    form.keys(.up)
    #expect(month.current.description == "2026-11-20")
    form.keys(.pageDown)
    #expect(month.current.description == "2026-12-05" && !isEnabled("Next"))
    month.accessibleParts.first { $0.content.label.contains(" 6 Dec") }?.activate?()
    #expect(form.value == .null && form.popup != nil)
    form.keys(.enter)
    #expect(form.value == "2026-12-05")
    let times = Form([item("09:00", .time, from: "08:00", to: "10:10")])
    times.keys(.tab, .enter)
    let menu = try #require(times.popup as? Menu)
    #expect(menu.rows.map(\.title) == ["08:00", "08:30", "09:00", "09:30", "10:00"])
    times.keys(.down, .enter)
    #expect(times.value == "09:30")
  }

  /// Wherever the field is, and however small the window, all of what opens is inside.
  @Test func whatOpensIsInTheWindow() throws {
    for (width, height, scale) in [(390.0, 700.0, 1.0), (320, 260, 1), (390, 844, 2), (200, 90, 1)]
    {
      let fields = (0..<30).map { index in
        var item = item("2026-11-23")
        item.input.name = "\(index)"
        return item
      }
      let size = Size(width: width, height: height)
      let form = Form(fields, size: size, textScale: scale)
      for index in [0, 3, 9, 29] {
        form.controller.state.keyboard.focus(ItemPath(component: 0, item: index), at: nil)
        form.rig.settle()
        form.keys(.enter)
        let month = try #require(form.month)
        #expect(
          Rect(origin: .zero, size: size).union(month.frame) == Rect(origin: .zero, size: size))
        // Where there is no room for all, the day that keys act on is in view.
        let day = try #require(month.accessibleParts.first { $0.states.contains(.focused) })
        let bounds = month.bounds.expanded(by: 0.01)
        #expect(bounds.union(day.frame) == bounds, "\(size) \(day.frame)")
        form.keys(.escape)
      }
    }
  }

  @Test func whatIsMissingOrNotAllowedIsSaid() {
    let form = Form([item(nil, from: "2026-11-20", checks: InputChecks(isRequired: true)), "Other"])
    func fault() -> String? {
      form.controller.environment.values?.fault(of: form.controller.components[0].model.items[0])
    }
    #expect(fault() == "This must not be empty.")
    form.keys(.tab)
    form.type("2026")
    #expect(fault() == "This is not complete.")
    form.type("0230")
    #expect(form.value == "2026-02-30" && fault() == "There is no such day.")
    form.type("01")
    #expect(fault() == "Not before Friday, November 20, 2026.")
    form.controller.values["d"] = "2026-11-20"
    #expect(fault() == nil && form.control.parts.text == "2026-11-20")
    form.controller.values["d"] = "never"
    #expect(fault() == "This is not complete." && form.control.parts.text == "")
    // Also without any check, since half an answer is none.
    let range = item(nil, .time).answerRange
    for (text, fault) in [("25:00", "There is no such time."), ("12:", "This is not complete.")] {
      #expect(InputChecks().fault(in: .string(text), within: range, other: { _ in nil }) == fault)
    }
    #expect(InputChecks().fault(in: .null, within: range, other: { _ in nil }) == nil)
  }

  // MARK: Languages

  @Test func daysAreTypedInTheOrderOfTheirLanguage() {
    for (times, typed, shown) in [
      ("en_US", "11232026", "11/23/2026"), ("de_DE", "23.11.2026", "23.11.2026"),
      ("ja_JP", "2026/11/23", "2026/11/23"), ("ko_KR", "20261123", "2026. 11. 23."),
      ("fa_IR", "14050902", "۱۴۰۵/۰۹/۰۲"), ("th_TH", "23112569", "23/11/2569"),
      ("ar_EG", "٢٣١١٢٠٢٦", "٢٣/١١/٢٠٢٦"),
    ] {
      let form = Form([item()], times: times)
      form.keys(.tab)
      form.type(typed)
      #expect(form.value == "2026-11-23", "\(times)")
      #expect(form.control.parts.shown == shown, "\(times)")
      // As a whole, in the form of documents, and from one step to the next.
      form.controller.handle(.textEntered("1999-12-31"), at: form.rig.now)
      #expect(form.value == "1999-12-31", "\(times)")
      form.controller.handle(.textEntered(shown), at: form.rig.now)
      #expect(form.value == "2026-11-23", "\(times)")
      form.keys(.home, .up, .down)
      #expect(form.value == "2026-11-23", "\(times)")
    }
  }

  @Test func hoursOfPeriodsAreTyped() {
    for (typed, value) in [
      ("0205p", "14:05"), ("2:5 pm", "14:05"), ("1105", "11:05"), ("12", "12:"), ("1205", "12:05"),
      ("1205a", "00:05"), ("2:30 a", "02:30"), ("9p", "09:"), ("1405", "14:05"), ("1930", "19:30"),
    ] as [(String, JSONValue)] {
      let form = Form([item(nil, .time)], times: "en_US")
      form.keys(.tab)
      for character in typed {
        form.controller.handle(.textEntered(String(character)), at: form.rig.now)
      }
      #expect(form.value == value, "\(typed)")
    }
    let form = Form([item("23:30", .time)], times: "en_US")
    form.keys(.tab, .up)
    #expect(form.value == "12:30" && form.control.parts.shown == "12:30 PM")
    form.keys(.end, .down)
    #expect(form.value == "00:30")
    form.keys(.backspace)
    #expect(form.value == "00:30" && form.control.parts.current == 1)
    form.keys(.home, .enter)
    #expect((form.popup as? Menu)?.rows.first?.title == "12:00\u{202F}AM")
    // It is in the menu by its digits, too.
    for character in "0930" { form.keys(.character(character)) }
    form.keys(.enter)
    #expect(form.value == "09:30")
  }

  @Test func impossibleTimesAreNone() {
    let form = Form([item("09:30", .time)], times: "en_US")
    form.keys(.tab)
    for text in ["25:00", "24:00", "26:30 PM", "12:60"] {
      form.controller.environment.clipboard.text = text
      form.keys(.insert, modifiers: .shift)
      #expect(form.value == "09:30", "\(text)")
    }
    #expect(form.control.parts.shown == "09:30 AM")
  }

  @Test func periodsMayComeFirst() {
    for (typed, value) in [("0930", "09:30"), ("1105", "11:05"), ("1405", "14:05")] {
      let form = Form([item(nil, .time)], times: "ko_KR")
      form.keys(.tab)
      form.type(typed)
      #expect(form.value == .string(value), "\(typed)")
    }
    let korean = Form([item(nil, .time)], times: "ko_KR")
    korean.keys(.tab)
    korean.type("오")
    #expect(korean.value == .null)
    korean.type("후205")
    #expect(korean.value == "14:05")
  }

  /// The text of a field is one that it understands, and the parts follow the value.
  @Test func whatIsShownIsUnderstood() {
    let seed: UInt64 = 12
    var random = SplitMix64(seed: seed)
    let locales = [
      "en_US", "de_DE", "fr_FR", "es_ES", "ar_EG", "ar_SA", "fa_IR", "th_TH", "ja_JP", "zh_CN",
      "zh_TW", "ko_KR", "hu_HU", "bg_BG", "fi_FI", "he_IL",
    ]
    for times in locales {
      let format = DateFormat.of(Language(times))
      for _ in 0..<60 {
        let date = CalendarDate(ordinal: .random(in: 693_596...766_644, using: &random))
        let time = TimeOfDay(minutes: .random(in: 0..<1440, using: &random))
        let all: [(DatePickerMode, InputBound)] = [
          (.date, .date(date)), (.time, .time(time)), (.dateTime, .dateTime(date, time)),
        ]
        for (mode, bound) in all {
          let parts = DateParts(bound.value.typedText, mode: mode, format: format)
          let again = DateParts(mode: mode, format: format).typed(parts.shown)
          guard parts.bound == bound, again?.bound == bound else {
            Issue.record("\(times) \(bound): \(parts.shown), seed \(seed)")
            return
          }
        }
      }
    }
    // Two digits may be any year, and a half day either half.
    let american = DateParts(mode: .dateTime)
    #expect(american.typed("11/23/26 2:05 PM") == nil && american.typed("11/23/2026 2:05") == nil)
  }

  /// A month begins with the day with which weeks do, and has the numbers of its calendar.
  @Test func monthsAreThoseOfTheLanguage() throws {
    for (times, title, first, days, end) in [
      ("en_US", "November 2026", "Sunday, November 1, 2026", 30, "2026-11-28"),
      ("de_DE", "November 2026", "Sonntag, 1. November 2026", 30, "2026-11-29"),
      ("fa_IR", "۱۴۰۵ آذر", "۱۴۰۵ آذر ۱, یکشنبه", 30, "2026-11-27"),
      ("th_TH", "พฤศจิกายน 2569", "วันอาทิตย์ที่ 1 พฤศจิกายน 2569", 30, "2026-11-28"),
    ] {
      let form = Form([item("2026-11-23")], times: times)
      form.keys(.tab, .enter)
      let month = try #require(form.month)
      form.rig.frame()
      let labels = month.accessibleParts.map(\.content.label)
      #expect(labels.contains(title) && labels.contains(first), "\(times) \(labels)")
      #expect(month.accessibleParts.count == 5 + days + 2, "\(times)")
      form.keys(.end, .enter)
      #expect(form.value == .string(end), "\(times)")
      form.keys(.enter, .pageDown, .pageUp, .enter)
      #expect(form.value == .string(end), "\(times)")
    }
  }

  @Test func screenReadersReadAndWriteIt() throws {
    var time = item("08:30", .time)
    time.input.name = "t"
    let form = Form([item("2026-11-23"), time])
    let screen = AccessibleScreen(form.controller)
    func nodes() -> [AccessibleNode] { screen.window.all.filter { $0.position != nil } }
    #expect(nodes().map(\.role) == [.dateEditor, .dateEditor])
    #expect(nodes()[0].details == "Monday, 23 November 2026" && nodes()[0].name == "Day")
    #expect(screen.perform(.replaceText(8..<10, with: "24"), on: nodes()[0].id, at: 1))
    form.rig.frame()
    #expect(form.value == "2026-11-24" && nodes()[0].text?.content == "2026-11-24")
    #expect(!screen.perform(.replaceText(9..<10, with: ""), on: nodes()[0].id, at: 1))
    #expect(form.value == "2026-11-24")
    #expect(screen.perform(.activate, on: nodes()[0].id, at: 1))
    form.rig.frame()
    screen.invalidate()
    let calendar = try #require(screen.window.children.first { $0.role == .calendar })
    #expect(calendar.name == "Day" && calendar.children.count == 37)
    let day = try #require(calendar.children.first { $0.name == "Monday, 30 November 2026" })
    #expect(calendar.children.filter { $0.states.contains(.focused) }.map(\.name).count == 1)
    #expect(calendar.children.filter { $0.details == "Today" }.map(\.name.first) == ["M"])
    #expect(screen.perform(.activate, on: day.id, at: 1))
    #expect(form.value == "2026-11-30")
  }
}
