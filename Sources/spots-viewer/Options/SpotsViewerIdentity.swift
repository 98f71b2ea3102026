import SpotsSDL

extension ProgramIdentity {
  /// The viewer's identity, with the icon in `Assets/io.github.spots.Viewer.svg`.
  static var spotsViewer: ProgramIdentity {
    ProgramIdentity(
      identifier: "io.github.spots.Viewer", name: "Spots", icon: PackageResources.icon_png)
  }
}
