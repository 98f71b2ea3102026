import Glibc
import Observation
import Spots
import SpotsSDL

/// How many programs wanted to run in the last minutes, second by second.
@Observable @MainActor final class LoadAverages {
  private(set) var short: [Double] = []
  private(set) var long: [Double] = []

  init() { sample() }

  func sample() {
    var loads = [0.0, 0.0, 0.0]
    getloadavg(&loads, 3)
    short = short.suffix(59) + [loads[0]]
    long = long.suffix(59) + [loads[2]]
  }
}

@MainActor func monitor() throws -> Application {
  let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  let loads = LoadAverages()
  let application = try Application(size: Size(width: 480, height: 360)) {
    var chart = Chart(
      .line,
      [
        Chart.Series(title: "1 minute", ChartValues(loads.short)),
        Chart.Series(title: "15 minutes", ChartValues(loads.long)),
      ])
    chart.places = 60
    chart.minimum = 0
    chart.thresholds = [Chart.Threshold(Double(processors), title: "All processors")]
    return Screen("Load", spacing: .comfortable) {
      ComponentModel {
        Item.chart("Programs that want to run", chart)
        Item(title: "Processors", meta: ["detail": "\(processors)"])
      }
    }
  }
  application.every(.seconds(1)) { loads.sample() }
  return application
}
