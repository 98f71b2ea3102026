// swift-tools-version: 6.2
import PackageDescription

// C code that handles data of pictures, servers and compositors checks buffer sizes where it can.
let fortified: [CSetting] = [
  .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))
]

// Keeps tests unoptimized in release builds: optimizing them takes longer than it saves. The flag
// goes straight to the frontend, since in the driver an -O on the command line would override it.
// One process compiles all files of a target and emits its module: several would repeat much of the
// macro expansion and type checking, and other targets keep the other processors busy.
func unoptimized(processes: [String] = ["-j1"]) -> [SwiftSetting] {
  let flags =
    [
      "-Xfrontend", "-Onone", "-no-whole-module-optimization", "-enable-batch-mode",
      "-driver-batch-size-limit", "100000", "-no-emit-module-separately",
    ] + processes
  return [.unsafeFlags(flags, .when(configuration: .release))]
}

let package = Package(
  name: "spots-for-linux",
  products: [
    .library(name: "SpotsModel", targets: ["SpotsModel"]),
    .library(name: "SpotsViews", targets: ["SpotsViews"]),
    .library(name: "Spots", targets: ["Spots"]),
    .library(name: "SpotsSDL", targets: ["SpotsSDL"]),
    .library(name: "SpotsTesting", targets: ["SpotsTesting"]),
    .library(name: "SpotsViewer", targets: ["SpotsViewer"]),
    .executable(name: "spots-viewer", targets: ["spots-viewer"]),
    .executable(name: "spots-decoder", targets: ["spots-decoder"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(name: "CSDL2"),
    .systemLibrary(name: "CFontconfig"),
    .systemLibrary(name: "CFriBidi"),
    .systemLibrary(name: "CHarfBuzz"),
    .systemLibrary(name: "CUnibreak"),
    .systemLibrary(name: "CPNG"),
    .systemLibrary(name: "CMainQueue"),
    .systemLibrary(name: "CPCRE2"),
    .systemLibrary(name: "CMD4C"),
    .target(name: "CBeneath", cSettings: fortified),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CEventFD"),
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1"),
    .target(name: "CCurl", cSettings: fortified),
    .target(name: "CWayland", cSettings: fortified),
    .target(name: "CDecoder", cSettings: fortified),
    .executableTarget(
      name: "spots-decoder", dependencies: ["CDecoder"], cSettings: fortified,
      linkerSettings: ["png", "jpeg", "webpdemux", "webp", "gif", "m"].map {
        .linkedLibrary($0)
      }),
    .target(
      name: "SpotsModel", dependencies: ["CPCRE2"],
      resources: ["ar", "de", "es", "fr", "ja", "zh"].map { .embedInCode("Words/\($0).txt") }),
    .target(
      name: "SpotsViews", dependencies: ["SpotsModel", "CMD4C"],
      resources: [.embedInCode("Drawing/Icons.txt")]),
    .target(name: "Spots", dependencies: ["SpotsViews"]),
    .target(
      name: "SpotsPlatform",
      dependencies: [
        "SpotsViews", "CSDL2", "CFontconfig", "CFriBidi", "CHarfBuzz", "CUnibreak", "CPNG",
        "CMainQueue", "CBeneath", "CCurl", "CWayland", "CDecoder", "CDBus", "CEventFD",
        // Not linked, but built: programs that use the library need it beside them.
        "spots-decoder",
      ]),
    .target(name: "SpotsSDL", dependencies: ["Spots", "SpotsPlatform", "CSDL2", "CDBus"]),
    .target(name: "SpotsTesting", dependencies: ["Spots", "SpotsSDL"]),
    .target(
      name: "SpotsViewer", dependencies: ["Spots", "SpotsSDL", "CSpawn", "CDBus"],
      resources: [
        .embedInCode("Documents/Start/recent.view.json"),
        .embedInCode("Documents/Start/drop.view.json"),
      ]),
    .executableTarget(
      name: "spots-viewer",
      dependencies: [
        "Spots", "SpotsSDL", "SpotsTesting", "SpotsViewer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: ([
        "Options/icon.png", "Commands/Template/screen.json", "Commands/Template/about.json",
        "Commands/Template/plant.view.json", "Commands/Template/aloe.svg",
        "Commands/Template/cactus.svg", "Commands/Template/fern.svg",
        "Commands/Template/monstera.svg", "Testing/report.css",
      ] as [String]).map { .embedInCode($0) },
      linkerSettings: [
        // SDL's calls of these functions reach those in CWayland only if the program exports them.
        .unsafeFlags(
          [
            "xkb_keymap_key_get_syms_by_level", "xkb_keymap_key_for_each", "xkb_state_update_mask",
          ].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
      ]),
    .target(name: "CAllocations"),
    .target(name: "Measuring", dependencies: ["SpotsModel"]),
    .executableTarget(
      name: "spots-benchmark",
      dependencies: ["Spots", "SpotsSDL", "Measuring", "CAllocations"]),
    .executableTarget(
      name: "spots-benchmark-reading", dependencies: ["SpotsModel", "Measuring"]),
    .executableTarget(
      name: "spots-benchmark-window", linkerSettings: [.linkedLibrary("SDL2")]),
    .executableTarget(
      name: "spots-example", dependencies: ["Spots", "SpotsSDL"]),
    .executableTarget(
      name: "window-program", dependencies: ["Spots", "SpotsSDL"],
      path: "Tests/WindowProgram"),
    .executableTarget(
      name: "async-program", dependencies: ["Spots", "SpotsSDL"], path: "Tests/AsyncProgram"),
    .executableTarget(
      name: "sample-programs", dependencies: ["Spots", "SpotsSDL"], path: "Tests/SamplePrograms"),
    .executableTarget(
      name: "viewer-program", dependencies: ["Spots", "SpotsSDL", "SpotsViewer"],
      path: "Tests/ViewerProgram"),
    .executableTarget(
      name: "misbehaving-decoder", dependencies: ["CDecoder"], path: "Tests/MisbehavingDecoder"),
    .executableTarget(
      name: "dragging-client", path: "Tests/DraggingClient",
      linkerSettings: [.linkedLibrary("SDL2"), .linkedLibrary("wayland-client")]),
    .executableTarget(
      name: "typing-client", path: "Tests/TypingClient",
      linkerSettings: [.linkedLibrary("wayland-client")]),
    .target(name: "MockPortal", dependencies: ["CDBus"], path: "Tests/MockPortal"),
    .executableTarget(
      name: "settings-portal", dependencies: ["MockPortal"], path: "Tests/SettingsPortal"),
    .executableTarget(
      name: "chooser-portal", dependencies: ["MockPortal"], path: "Tests/ChooserPortal"),
    .target(
      name: "SpotsModelTestSupport", dependencies: ["SpotsModel"],
      path: "Tests/SpotsModelTestSupport"),
    .target(
      name: "SpotsTestSupport", dependencies: ["SpotsViews", "SpotsModelTestSupport"],
      path: "Tests/SpotsTestSupport"),
    .testTarget(
      name: "SpotsModelTests", dependencies: ["SpotsModel", "SpotsModelTestSupport"],
      exclude: [
        "A2UI/Answers.jsonl", "A2UI/Fixtures", "Expressions/Answers.jsonl", "Formats/Formats.jsonl",
      ],
      swiftSettings: unoptimized()),
    .testTarget(
      name: "SpotsViewsTests", dependencies: ["SpotsViews", "SpotsTestSupport"],
      exclude: ["Support/Goldens", "Widgets/Goldens"], swiftSettings: unoptimized()),
    .testTarget(
      name: "SpotsTests", dependencies: ["Spots", "SpotsTestSupport"],
      exclude: ["Components/Goldens", "Views/Goldens"], swiftSettings: unoptimized()),
    .testTarget(
      name: "SpotsSDLTests",
      dependencies: [
        "SpotsSDL", "SpotsTesting", "CDecoder", "misbehaving-decoder", "sample-programs",
        "SpotsTestSupport", "CAllocations",
      ],
      exclude: ["Painting/Goldens"],
      swiftSettings: unoptimized()),
    .testTarget(
      name: "SpotsTestingTests", dependencies: ["SpotsTesting", "SpotsTestSupport"],
      swiftSettings: unoptimized()),
    .testTarget(
      name: "SpotsViewerTests",
      dependencies: [
        "SpotsViewer", "spots-viewer", "spots-example", "window-program", "async-program",
        "viewer-program", "sample-programs", "settings-portal", "chooser-portal", "dragging-client",
        "typing-client",
        "CDecoder", "SpotsTestSupport",
      ],
      exclude: [
        "Asking/Schemas.jsonl", "Documents/Goldens", "ScreenReaders/client.py",
        "ScreenReaders/reader.py",
        "ScreenReaders/registry.py",
      ],
      // The last target is compiled alone, so it may use all processors.
      swiftSettings: unoptimized(processes: [])),
  ],
  swiftLanguageModes: [.v6]
)
