// The keys of a screen, its components and its items.

enum RootKey: UInt8 {
  case schema, title, theme, components, next, meta
}

enum ComponentKey: UInt8 {
  case identifier, kind, type, title, header, footer, layout, span, interaction, items, size, meta
  case model, index
}

enum ItemKey: UInt8 {
  case identifier, title, subtitle, text, image, kind, type, action, size, meta, relations
  case children, model, index
}

extension KeyTable {
  /// The keys of the root object, unless the document is an array of components.
  public static let root = KeyTable(
    "screen",
    [
      Key(RootKey.schema, "$schema", .any, "The JSON Schema for editors; free."),
      Key(RootKey.title, "title", .string, "The window's title."),
      Key(RootKey.theme, "theme", .object("theme"), "Colours that replace the theme's, by role."),
      Key(
        RootKey.components, "components", .array(.object("component")),
        "The components of the screen from top to bottom."),
      Key(
        RootKey.next, "next", .string,
        "Path or URL of the next page, appended when the end is reached."),
      Key(RootKey.meta, "meta", .map(.any), "{}", "Free data."),
    ])

  /// The keys of a component, including those of older generations.
  public static let component = KeyTable(
    "component",
    [
      Key(ComponentKey.identifier, "identifier", .string, "Identity across reloads."),
      Key(ComponentKey.kind, "kind", .componentKind, "\"list\"", "How the items are laid out."),
      Key(ComponentKey.type, "type", .componentKind, "The older name of 'kind'."),
      Key(
        ComponentKey.title, "title", .string,
        "Older: the title of a header, unless there is a 'header'."),
      Key(
        ComponentKey.header, "header", .either([.object("item"), .string]),
        "What stands above the items; older: the kind of a header, as a string."),
      Key(ComponentKey.footer, "footer", .object("item"), "What stands below the items."),
      Key(ComponentKey.layout, "layout", .object("layout"), "How the items are arranged."),
      Key(ComponentKey.span, "span", .number(NumberRange.span), "Older: 'span' of the layout."),
      Key(
        ComponentKey.interaction, "interaction", .object("interaction"),
        "How the component answers the pointer."),
      Key(ComponentKey.items, "items", .array(.object("item")), "[]", "The items in order."),
      Key(
        ComponentKey.size, "size", .object("size"),
        "The size in points; its height counts without 'dynamic-height'."),
      Key(ComponentKey.meta, "meta", .map(.any), "{}", "Free data."),
      Key(ComponentKey.model, "model", .any, "Data for a typed model."),
      Key(ComponentKey.index, "index", .any, "Older; ignored, the position counts."),
    ])

  /// The keys of an item, a header or a footer.
  public static let item = KeyTable(
    "item",
    [
      Key(ItemKey.identifier, "identifier", .identifier, "Identity across reloads."),
      Key(ItemKey.title, "title", .string, "\"\"", "The main line."),
      Key(ItemKey.subtitle, "subtitle", .string, "\"\"", "The line below the title."),
      Key(ItemKey.text, "text", .string, "\"\"", "Running text."),
      Key(
        ItemKey.image, "image", .string, "\"\"",
        "URL of a picture, or its path below the screen's folder or the assets folder."),
      Key(ItemKey.kind, "kind", .itemKind, "\"\"", "Which view shows the item."),
      Key(ItemKey.type, "type", .itemKind, "The older name of 'kind'."),
      Key(ItemKey.action, "action", .string, "What a click means, as a URI."),
      Key(
        ItemKey.size, "size", .object("size"),
        "The size asked for in points; 0 leaves a side to the view."),
      Key(ItemKey.meta, "meta", .map(.any), "{}", "Free data."),
      Key(
        ItemKey.relations, "relations", .map(.array(.object("item"))), "{}",
        "Related items by the name of the relation."),
      Key(
        ItemKey.children, "children", .array(.object("component")), "[]",
        "Components inside the item, stacked."),
      Key(ItemKey.model, "model", .any, "Data for the presenter of the item's kind."),
      Key(ItemKey.index, "index", .any, "Older; ignored, the position counts."),
    ])
}
