import SpotsModel

/// Screens with unknown and duplicate names.
extension BrokenScreen {
  static let names: [BrokenScreen] = [
    BrokenScreen(
      #"{"components":[{"itmes":[]}]}"#,
      line: 1, column: 17, .warning, .unknownKey, "/components/0/itmes",
      "unknown key 'itmes'; did you mean 'items'?"),
    BrokenScreen(
      #"{"components":[{"zzzzzz":[]}]}"#,
      line: 1, column: 17, .warning, .unknownKey, "/components/0/zzzzzz",
      "unknown key 'zzzzzz'; data of your own belongs in 'meta'"),
    BrokenScreen(
      #"{"components":[],"titel":"a"}"#,
      line: 1, column: 18, .warning, .unknownKey, "/titel",
      "unknown key 'titel'; did you mean 'title'?"),
    BrokenScreen(
      #"{"components":[{"items":[{"tilte":"a"}]}]}"#,
      line: 1, column: 27, .warning, .unknownKey, "/components/0/items/0/tilte",
      "unknown key 'tilte'; did you mean 'title'?"),
    BrokenScreen(
      #"{"components":[{"peek":2}]}"#,
      line: 1, column: 17, .warning, .unknownKey, "/components/0/peek",
      "unknown key 'peek'; it belongs in 'layout'"),
    BrokenScreen(
      #"{"components":[{"items":[{"width":2}]}]}"#,
      line: 1, column: 27, .warning, .unknownKey, "/components/0/items/0/width",
      "unknown key 'width'; it belongs in 'size'"),
    BrokenScreen(
      #"{"components":[{"items":[{"calories":2}]}]}"#,
      line: 1, column: 27, .warning, .unknownKey, "/components/0/items/0/calories",
      "unknown key 'calories'; data of your own belongs in 'meta'"),
    BrokenScreen(
      #"{"components":[{"layout":{"item_spacing":1}}]}"#,
      line: 1, column: 27, .warning, .unknownKey, "/components/0/layout/item_spacing",
      "unknown key 'item_spacing'; did you mean 'item-spacing'?"),
    BrokenScreen(
      #"{"components":[{"layout":{"inset":{"tpo":1}}}]}"#,
      line: 1, column: 36, .warning, .unknownKey, "/components/0/layout/inset/tpo",
      "unknown key 'tpo'; did you mean 'top'?"),
    BrokenScreen(
      #"{"components":[{"a\u001b[31m\u202e":1}]}"#,
      line: 1, column: 17, .warning, .unknownKey, #"/components/0/a\u{1B}[31m\u{202E}"#,
      #"unknown key 'a\u{1B}[31m\u{202E}'; data of your own belongs in 'meta'"#),
    BrokenScreen(
      #"{"components":[{"a/b~c":[1,{"x":2}]}]}"#,
      line: 1, column: 17, .warning, .unknownKey, "/components/0/a~1b~0c",
      "unknown key 'a/b~c'; data of your own belongs in 'meta'"),
    BrokenScreen(
      #"{"components":[{"items":[{"title":"a","title":"b"}]}]}"#,
      line: 1, column: 39, .warning, .duplicateKey, "/components/0/items/0/title",
      "duplicate key 'title' replaces the one at line 1, column 27"),
    BrokenScreen(
      "{\"components\":[{\"items\":[{\"title\":\"a\",\n\"\\u0074itle\":\"b\"}]}]}",
      line: 2, column: 1, .warning, .duplicateKey, "/components/0/items/0/title",
      "duplicate key 'title' replaces the one at line 1, column 27"),
    BrokenScreen(
      #"{"components":[{"layout":{"item-spacing":1,"itemSpacing":2}}]}"#,
      line: 1, column: 44, .warning, .duplicateKey, "/components/0/layout/itemSpacing",
      "duplicate key 'itemSpacing' replaces the one at line 1, column 27"),
    BrokenScreen(
      #"{"components":[{"items":[{}],"items":[]}]}"#,
      line: 1, column: 30, .warning, .duplicateKey, "/components/0/items",
      "duplicate key 'items' replaces the one at line 1, column 17"),
    BrokenScreen(
      #"{"components":[{"kind":"gird"}]}"#,
      line: 1, column: 24, .warning, .unknownKind, "/components/0/kind",
      "unknown component kind 'gird'; did you mean 'grid'? 'list' is used; known kinds: "
        + "'carousel', 'grid', 'list'"),
    BrokenScreen(
      #"{"components":[{"type":"carousell"}]}"#,
      line: 1, column: 24, .warning, .unknownKind, "/components/0/type",
      "unknown component kind 'carousell'; did you mean 'carousel'? 'grid' is used; "
        + "known kinds: 'carousel', 'grid', 'list'"),
    BrokenScreen(
      #"{"components":[{"kind":"zzz"}]}"#,
      line: 1, column: 24, .warning, .unknownKind, "/components/0/kind",
      "unknown component kind 'zzz'; 'list' is used; known kinds: 'carousel', 'grid', "
        + "'list'"),
    BrokenScreen(
      #"{"components":[{"items":[{"type":"profile"}]}]}"#,
      line: 1, column: 34, .warning, .unknownKind, "/components/0/items/0/type",
      "unknown item kind 'profile'; the default view is used; known kinds: 'card', "
        + "'default', 'header', 'label'"),
    BrokenScreen(
      #"{"components":[{"header":"headr","title":"T"}]}"#,
      line: 1, column: 26, .warning, .unknownKind, "/components/0/header",
      "unknown item kind 'headr'; did you mean 'header'? the default header view is used; known "
        + "kinds: 'card', 'default', 'header', 'label'"),
    BrokenScreen(
      #"{"components":[{"header":1}]}"#,
      line: 1, column: 26, .error, .typeMismatch, "/components/0/header",
      "'header' expects an object, not the number 1"),
    BrokenScreen(
      #"{"components":[{"header":{"kind":"x"}}]}"#,
      line: 1, column: 34, .warning, .unknownKind, "/components/0/header/kind",
      "unknown item kind 'x'; the default header view is used; known kinds: 'card', 'default', "
        + "'header', 'label'"),
    BrokenScreen(
      #"{"components":[{"footer":"x"}]}"#,
      line: 1, column: 26, .warning, .unknownKind, "/components/0/footer",
      "unknown item kind 'x'; the default footer view is used; known kinds: 'card', 'default', "
        + "'header', 'label'"),
    BrokenScreen(
      #"{"components":[{"footer":1}]}"#,
      line: 1, column: 26, .error, .typeMismatch, "/components/0/footer",
      "'footer' expects an object, not the number 1"),
  ]
}
