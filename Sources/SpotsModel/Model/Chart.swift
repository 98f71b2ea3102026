/// Numbers to be drawn: over places along an axis, as parts of a circle, or as one number on a
/// scale.
public struct Chart: Hashable, Sendable {
  /// The way numbers are drawn.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A line for each series.
    case line
    /// Lines with the area between them and zero filled.
    case area
    /// Bars side by side.
    case bar
    /// Bars on top of each other.
    case stacked
    /// A ring with a part for each number of the first series or, of several series, for the last
    /// number of each.
    case donut
    /// An arc that is filled up to the last number.
    case gauge
  }

  /// Numbers that belong together.
  public struct Series: Hashable, Sendable {
    /// The name in the legend; empty for none.
    public var title: String
    /// A number for each place along the axis.
    public var values: ChartValues
    /// Nil for one of the colors that charts take in turn.
    public var color: Paint?
    /// The field with the number where the numbers come from objects in the data.
    public var field: String?

    /// Creates a series.
    public init(title: String = "", _ values: ChartValues = [], color: Paint? = nil) {
      (self.title, self.values, self.color) = (title, values, color)
    }
  }

  /// A number that matters, marked across the chart.
  public struct Threshold: Hashable, Sendable {
    /// The place of the mark on the scale.
    public var value: Double
    /// The name beside the mark; empty for none.
    public var title: String
    /// Nil for that of warnings. A gauge whose number has reached the threshold takes it, too.
    public var color: Paint?

    /// Creates a threshold.
    public init(_ value: Double, title: String = "", color: Paint? = nil) {
      (self.value, self.title, self.color) = (value, title, color)
    }
  }

  /// Lines unless set.
  public var style: Style
  /// The series without a name, which a chart of one series may have in place of `series`.
  public var own = Series()
  /// The series in the order of the legend.
  public var series: [Series]
  /// The names or times of the places along the axis.
  public var labels: ChartLabels
  /// The numbers that are marked.
  public var thresholds: [Threshold] = []
  /// The ends of the scale; nil for round numbers around the values.
  public var minimum, maximum: Double?
  /// The least number of places along the axis, so that numbers which are still to come have room.
  public var places = 0
  /// An expression over `value` that makes the texts of numbers, such as `percent(value)`; empty
  /// for numbers as the language of the environment writes them.
  public var format = ""
  /// The JSON pointer of the array in the data that the numbers come from; nil for none.
  public var source: String?
  /// The field with the name or the time of a place, where the numbers come from objects.
  public var labelField: String?

  /// The most series: more would have no colors to be told apart by.
  public static var maximumSeries: Int { 64 }
  /// The most numbers that are marked: the names of more would cover each other.
  public static var maximumThresholds: Int { 100 }

  /// Creates a chart.
  public init(_ style: Style = .line, _ series: [Series] = [], labels: ChartLabels = .texts([])) {
    (self.style, self.series, self.labels) = (style, series, labels)
  }

  /// All series that have numbers, or may get some.
  public var shownSeries: [Series] {
    let isUsed = series.isEmpty || own != Series()
    return isUsed ? [own] + series : series
  }

  /// The number of places along the axis that have a number or a name.
  public var count: Int { shownSeries.reduce(labels.count) { max($0, $1.values.numbers.count) } }
}

/// The numbers of a series. NaN stands for a number that is missing, and leaves a gap.
public struct ChartValues: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The numbers, all finite or NaN.
  public private(set) var numbers: [Double]

  /// Creates values; infinite numbers count as missing.
  ///
  /// - Complexity: O(*n*).
  public init(_ numbers: [Double]) {
    self.numbers =
      numbers.allSatisfy { !$0.isInfinite } ? numbers : numbers.map { $0.isFinite ? $0 : .nan }
  }

  /// Creates values without gaps.
  public init(arrayLiteral numbers: Double...) { self.init(numbers) }

  /// The last number that is not missing; nil for none.
  public var last: Double? { numbers.last { !$0.isNaN } }

  /// The least and the greatest number; nil for none.
  ///
  /// - Complexity: O(*n*).
  public var range: ClosedRange<Double>? {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    // NaN is neither less nor greater than any number.
    for number in numbers {
      if number < least { least = number }
      if number > greatest { greatest = number }
    }
    return least <= greatest ? least...greatest : nil
  }

  /// Whether both have the same numbers and gaps; at once for copies.
  public static func == (a: ChartValues, b: ChartValues) -> Bool {
    a.numbers.withUnsafeBytes { a in
      b.numbers.withUnsafeBytes { b in
        a.count == b.count && (a.baseAddress == b.baseAddress || a.elementsEqual(b))
      }
    }
  }

  /// Hashes the number of values and the last one.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(numbers.count)
    hasher.combine(last)
  }
}

/// The names or the times of the places along the axis of a chart.
public enum ChartLabels: Hashable, Sendable {
  /// Names; texts that are all days or times as ISO 8601 writes them count as those.
  case texts([String])
  /// Times in seconds since 1970.
  case seconds(ChartValues)

  /// Hashes the number of labels.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }

  /// The number of labels.
  public var count: Int {
    switch self {
    case .texts(let texts): texts.count
    case .seconds(let seconds): seconds.numbers.count
    }
  }

  /// The most texts that are read as times, which takes a microsecond for each.
  private static let mostTexts = 100_000

  /// The times; nil where one is none.
  ///
  /// - Complexity: O(*n*).
  package var moments: [Moment]? {
    guard count > 0 else { return nil }
    switch self {
    case .seconds(let seconds):
      let moments = seconds.numbers.compactMap { Moment(seconds: $0) }
      return moments.count == count ? moments : nil
    case .texts(let texts):
      guard texts.count <= Self.mostTexts else { return nil }
      var moments: [Moment] = []
      for text in texts {
        guard let moment = Moment(text) else { return nil }
        moments.append(moment)
      }
      return moments
    }
  }
}
