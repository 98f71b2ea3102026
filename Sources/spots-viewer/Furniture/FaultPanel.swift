import Spots

/// Lists a screen's faults one by one.
struct FaultPanel: PanelContent {
  let faults: FaultList

  var title: String { faults.summary }

  func element(width: Double, textScale: Double) -> any Element {
    var rows: [any Element] = faults.entries.map { entry in
      Column([
        LabelElement(
          entry.place, font: .caption,
          color: .role(entry.severity == .error ? .error : .warning), lineLimit: 0),
        LabelElement(entry.message, font: .callout, lineLimit: 0),
      ])
    }
    let rest = faults.count - faults.entries.count
    if rest > 0 {
      rows.append(LabelElement("and \(rest) more", font: .callout, color: .role(.secondary)))
    }
    return Column(spacing: 10 * textScale, rows)
  }
}
