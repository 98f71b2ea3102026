import Spots
import SpotsSDL

enum SettingsPage: String, CaseIterable {
  case appearance = "Appearance"
  case network = "Network"
  case sound = "Sound"

  var screen: Screen {
    Screen(rawValue, spacing: .comfortable, keepsValues: true) {
      switch self {
      case .appearance:
        ComponentModel {
          Item.choice(
            "theme", title: "Theme", of: Brightness.self, value: .automatic, style: .segments)
          Item.slider("size", title: "Size of text", value: 100, in: 50...200, step: 10, unit: "%")
        }
      case .network:
        ComponentModel {
          Item.toggle("wifi", title: "Wi-Fi", isOn: true)
          Item.textField("proxy", title: "Proxy", placeholder: "none")
        }
      case .sound:
        ComponentModel {
          Item.slider("volume", title: "Volume", value: 60, in: 0...100, step: 1)
          Item.toggle("clicks", title: "Sound of keys")
        }
      }
    }
  }
}

enum Brightness: String, CaseIterable { case automatic, light, dark }

@MainActor func settings() throws -> Application {
  let application = try Application {
    Screen("Settings", spacing: .comfortable) {
      ComponentModel {
        for page in SettingsPage.allCases {
          Item(title: page.rawValue, action: "page:\(page.rawValue)").with {
            $0.accessory = .chevron
          }
        }
      }
    }
  }
  try application.on("page:{name}") { values in
    guard let page = values["name"].flatMap(SettingsPage.init) else { return }
    let controller = application.push(page.screen)
    // Under this key the answers are kept until the next time.
    controller.values.key = "settings/\(page.rawValue)"
    controller.onChange = { name, value in print("\(name) is now \(value)") }
  }
  return application
}
