// The fields of an item's chart, and the values that occur only there.

/// The fields of a chart, its series and its thresholds.
enum ChartKeys {
  /// The fields of the chart itself.
  static let chart = Fields<Chart>(
    "chart", of: Chart(), noun: "a chart",
    [
      Field(\.style, "type", .word, "How the numbers are drawn."),
      Field(\.own.values, "values", values, fallback: "[]", "The numbers of a single series."),
      Field(optional: \.own.color, "color", paint, "The color of a single series."),
      Field(
        \.series, "series",
        TabKeys.limited(
          .list(of: .object(series), "an array of series"), to: Chart.maximumSeries, "a chart",
          "series"),
        fallback: "[]", "The series in the order of the legend."),
      Field(
        \.labels, "labels", labels, fallback: "[]",
        "The names of the places along the axis, or their times: ISO 8601, or seconds since 1970."),
      Field(
        optional: \.source, "from", .string,
        "The JSON pointer of an array in the data, which has the numbers."),
      Field(
        optional: \.own.field, "y", .string,
        "The field with the number, where the array's elements are objects."),
      Field(
        optional: \.labelField, "x", .string,
        "The field with the name or the time of a place, where they are objects."),
      Field(
        \.thresholds, "thresholds",
        TabKeys.limited(
          .list(of: .object(threshold), "an array of thresholds"), to: Chart.maximumThresholds,
          "a chart", "thresholds"),
        fallback: "[]", "Numbers that are marked across the chart."),
      Field(
        optional: \.minimum, "minimum", .number(NumberRange.value),
        "The least number of the scale; without it a round one below the values."),
      Field(
        optional: \.maximum, "maximum", .number(NumberRange.value),
        "The greatest number of the scale; without it a round one above the values."),
      Field(
        \.places, "places", .integer(NumberRange.places),
        "The least number of places along the axis, for numbers that are still to come."),
      Field(
        \.format, "format", format,
        "An expression over value that makes the texts of numbers, such as percent(value)."),
    ])

  /// The fields of a series.
  static let series = Fields<Chart.Series>(
    "series", of: Chart.Series(), noun: "a series",
    [
      Field(\.title, "title", .string, "The name in the legend."),
      Field(
        \.values, "values", values, fallback: "[]",
        "The numbers, with null for those that are missing."),
      Field(optional: \.color, "color", paint, "The color; without it one of those in turn."),
      Field(
        optional: \.field, "y", .string,
        "The field with the number, where the numbers come from objects."),
    ])

  /// The fields of a threshold.
  static let threshold = Fields<Chart.Threshold>(
    "threshold", of: Chart.Threshold(0), required: "value", noun: "a threshold",
    [
      Field(\.value, "value", .number(NumberRange.value), fallback: "", "Where it is."),
      Field(\.title, "title", .string, "The name beside the mark."),
      Field(
        optional: \.color, "color", paint, "The color of the mark; without it that of warnings."),
    ])

  // MARK: Values

  /// The name of a role, or a color.
  static let paint: FieldValue<Paint> = {
    let name = FieldValue<String>.string.converted { text, subject in
      guard let paint = Paint(name: text) else {
        throw FieldFault(
          "\(subject) expects a color such as 'accent' or '#2458D6'"
            + advice(nearestTo: text, among: ColorRole.allCases.map(\.rawValue)))
      }
      return paint
    }
    let type = ValueType.either([.words(of: ColorRole.self), .color])
    return FieldValue(type, read: name.read) { $0.string($1.name) }
  }()

  /// An array of numbers, with null where one is missing.
  private static let values = FieldValue<ChartValues>(
    .array(.either([.number(NumberRange.value), .null]))
  ) { cursor throws(SyntaxError) in
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of numbers")
    }
    var numbers: [Double] = []
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      numbers.append(try cursor.number(in: NumberRange.value) ?? .nan)
    }
    return ChartValues(numbers)
  } write: { json, values in
    json.array(values.numbers) { $0.number($1) }
  }

  /// An array of texts, or of seconds.
  private static let labels = FieldValue<ChartLabels>(
    .array(.either([.string, .number(NumberRange.value)]))
  ) { cursor throws(SyntaxError) in
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return try cursor.nullOrMismatch("an array of names or times")
    }
    var (texts, seconds) = ([String](), [Double]())
    var elements = try cursor.beginArray()
    while try cursor.nextElement(&elements) {
      if cursor.isAtNumber {
        let token = try cursor.scanner.number()
        seconds.append(token.value)
        texts.append(cursor.scanner.text(token.start, token.end))
      } else {
        texts.append(try cursor.string() ?? "")
      }
    }
    return seconds.count == texts.count && !texts.isEmpty
      ? .seconds(ChartValues(seconds)) : .texts(texts)
  } write: { json, labels in
    switch labels {
    case .texts(let texts): json.array(texts) { $0.string($1) }
    case .seconds(let seconds): json.array(seconds.numbers) { $0.number($1) }
    }
  }

  /// An expression over `value`.
  private static let format = FieldValue<String>(.string) { cursor throws(SyntaxError) in
    try readExpressions(from: &cursor) { text in
      do throws(ExpressionFault) {
        _ = try Expression(text, in: ValueFormat.names)
        return (text, [])
      } catch { return (nil, [error]) }
    }
  } write: {
    $0.string($1)
  }
}
