// Items of built-in kinds that nobody answers, each made in one call.

extension Item {
  /// A text in as many lines as it needs, below a title unless that is empty.
  public static func label(_ text: String, title: String = "") -> Item {
    Item(title: title, text: text, kind: "label")
  }

  /// A drawing of numbers.
  public static func chart(_ title: String = "", _ chart: Chart) -> Item {
    Item(title: title, kind: "chart").with { $0.chart = chart }
  }

  /// Buttons side by side.
  public static func buttons(_ actions: ItemAction...) -> Item {
    Item(kind: ItemAction.rowKind, actions: actions)
  }
}
