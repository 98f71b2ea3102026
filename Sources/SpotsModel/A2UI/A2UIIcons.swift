/// The drawings that stand for the icons of A2UI's basic catalog.
enum A2UIIcons {
  static let names: [String: String] = [
    "accountCircle": "avatar-default", "add": "plus", "arrowBack": "go-previous",
    "arrowForward": "go-next", "attachFile": "mail-attachment",
    "calendarToday": "x-office-calendar", "call": "call-start", "camera": "camera-photo",
    "check": "check", "close": "cross", "delete": "user-trash", "download": "document-save",
    "edit": "document-edit", "event": "appointment-new", "error": "dialog-error",
    "fastForward": "media-seek-forward", "favorite": "emblem-favorite",
    "favoriteOff": "emblem-favorite", "folder": "folder", "help": "help-about",
    "home": "user-home", "info": "dialog-information", "locationOn": "mark-location",
    "lock": "changes-prevent", "lockOpen": "changes-allow", "mail": "mail-unread",
    "menu": "open-menu", "moreVert": "dots", "moreHoriz": "dots",
    "notificationsOff": "notification", "notifications": "notification",
    "pause": "media-playback-pause", "payment": "accessories-calculator",
    "person": "avatar-default", "phone": "phone", "photo": "image-x-generic",
    "play": "media-playback-start", "print": "document-print", "refresh": "view-refresh",
    "rewind": "media-seek-backward", "search": "edit-find", "send": "mail-send",
    "settings": "preferences-system", "share": "emblem-shared",
    "shoppingCart": "package-x-generic", "skipNext": "media-skip-forward",
    "skipPrevious": "media-skip-backward", "star": "starred", "starHalf": "starred",
    "starOff": "starred", "stop": "process-stop", "upload": "document-open",
    "visibility": "view-fullscreen", "visibilityOff": "view-restore",
    "volumeDown": "audio-volume-low", "volumeMute": "audio-volume-muted",
    "volumeOff": "audio-volume-muted", "volumeUp": "audio-volume-high",
    "warning": "dialog-warning",
    // Others of Material, whose names the catalog has in another form.
    "priorityHigh": "emblem-important", "directionsRun": "system-run",
    "schedule": "appointment-soon", "musicNote": "audio-x-generic",
    "shoppingBag": "package-x-generic", "email": "mail-unread",
  ]

  /// The drawing for a name, perhaps in Material's own form, such as `arrow_back`; a neutral one
  /// where there is none.
  static func drawing(_ name: String) -> String {
    let words = name.split(separator: "_")
    let camel = words.dropFirst().reduce(words.first.map(String.init) ?? "") {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
    return names[camel] ?? neutral
  }

  private static let neutral = "view-grid"

  /// The expression for the drawing of a name that an expression gives.
  static func drawing(of expression: String) -> String {
    let pairs = names.sorted { $0.key < $1.key }.map {
      "\(Expression.quoted($0.key)): \(Expression.quoted($0.value))"
    }
    return "({\(pairs.joined(separator: ", "))})[\(expression)]"
  }
}
