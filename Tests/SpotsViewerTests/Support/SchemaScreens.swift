/// Screens on which the schema and the reader must agree.
enum SchemaScreens {
  static let sound = [
    "[]",
    #"{"components":[]}"#,
    #"{"$schema":"schema.json","title":"T","next":"2.json","meta":{"a":[null,{"b":1}]},"components":[]}"#,
    ##"{"components":[],"theme":{"accent":"#abc","background":"#A1B2C3","surface":"#A1B2C3D4"}}"##,
    #"[{"type":"grid","title":"T","span":"2","index":4,"items":[{"type":"card","index":1}]}]"#,
    #"[{"header":"header","footer":{"title":"F"}},{"header":{"title":"H","kind":"header"}}]"#,
    #"[{"layout":{"span":2.5,"item-spacing":"8","itemSpacing":8,"items-per-row":2}}]"#,
    #"[{"layout":{"inset":{"top":1,"left":2,"bottom":3,"right":4.5},"page-indicator":"below"}}]"#,
    #"[{"layout":{"header-mode":"sticky","dynamic-span":true,"dynamic-height":false}}]"#,
    #"[{"interaction":{"paginate":"page","mouseClick":"double","scroll-direction":"vertical"}}]"#,
    #"[{"items":[{"identifier":1},{"identifier":"1","kind":"","size":{"height":8}}]}]"#,
    #"[{"items":[{"relations":{"a":[{"title":"R"}]},"children":[{"items":[]}],"model":[1]}]}]"#,
    #"{"components":[{"items":[{"title":null}]}]}"#,
    #"{"title":null,"theme":{"accent":null},"next":null,"meta":null,"components":[]}"#,
    #"[{"identifier":null,"kind":null,"header":null,"footer":null,"layout":null,"items":null}]"#,
    #"[{"layout":{"span":null,"inset":{"top":null},"page-indicator":null,"dynamic-span":null}}]"#,
    #"[{"interaction":null,"size":null},{"interaction":{"paginate":null},"size":{"width":null}}]"#,
    #"[{"items":[{"kind":null,"size":null,"identifier":null,"relations":{"a":null}}]}]"#,
    #"[{"items":[{"children":null,"meta":null,"model":null,"action":null,"relations":null}]}]"#,
    #"[{"kind":"carousel","size":{"width":1e3,"height":0},"meta":{},"model":null}]"#,
  ]

  /// Items that take values of other types than text from data.
  private static let holes = [
    #"{"kind":"checkbox","title":"{t}","value":"{done}","multiple":"{several}"}"#,
    #"{"kind":"slider","bind":"v","minimum":"{low}","step":"{data.step}","lines":"{index}"}"#,
    #"{"kind":"{kind}","emphasis":"{look}","input-type":"{type}","accessory":"{sign}"}"#,
    #"{"kind":"picker","options":["{a}",{"value":"{b}","title":"{c}"}],"meta":{"n":"{n}"}}"#,
    #"{"kind":"picker","options":"{all}","meta":"{row}","payload":"{row}","progress":"{busy}"}"#,
    #"{"checks":{"required":"{must}","min-length":"{least}","format":"{form}"}}"#,
    #"{"size":{"height":"{high}"},"actions":[{"action":"a","destructive":"{gone}"}]}"#,
  ]

  /// In a row, components inside are filled as well.
  private static let holesOfRows =
    #"{"children":[{"layout":{"span":"{n}","header-mode":"{mode}"},"items":[{"title":"{t}"}]}]}"#

  /// The same as rows, and written out.
  static let filled =
    holes.flatMap {
      [
        #"{"data":[{}],"components":[{"each":"","item":\#($0)}]}"#,
        #"{"data":{},"components":[{"items":[\#($0)]}]}"#,
      ]
    } + [#"{"data":[{}],"components":[{"each":"","item":\#(holesOfRows)}]}"#]

  static let broken = [
    // The document
    "{}", "1", "\"components\"", "null", "[1]", "[[]]", "[null]", #"{"components":null}"#,
    #"{"components":{}}"#, #"{"components":"none"}"#, #"{"items":[]}"#,
    #"{"components":[],"title":[]}"#, #"{"components":[],"meta":[]}"#,
    #"{"components":[],"theme":{"accent":"blue"}}"#,
    ##"{"components":[],"theme":{"acent":"#fff"}}"##,
    ##"{"components":[],"theme":"#fff"}"##,
    // Components
    #"[{"itmes":[]}]"#, #"[{"items":{}}]"#, #"[{"items":[null]}]"#, #"[{"kind":"lst"}]"#,
    #"[{"kind":7}]"#, #"[{"header":["header"]}]"#, #"[{"footer":7}]"#,
    #"[{"identifier":{}}]"#, #"[{"size":88}]"#, #"[{"size":{"width":-1}}]"#,
    // Layout and interaction
    #"[{"layout":[]}]"#, #"[{"layout":{"span":-1}}]"#, #"[{"layout":{"span":"two"}}]"#,
    #"[{"layout":{"items-per-row":0}}]"#, #"[{"layout":{"items-per-row":1.5}}]"#,
    #"[{"layout":{"inset":true}}]"#, #"[{"layout":{"inset":{"topp":8}}}]"#,
    #"[{"layout":{"item-spacing":1e308}}]"#, #"[{"layout":{"page-indicator":"above"}}]"#,
    #"[{"layout":{"header-mode":true}}]"#, #"[{"layout":{"dynamic-span":1}}]"#,
    #"[{"interaction":{"paginate":"pages"}}]"#, #"[{"interaction":{"mouseClick":2}}]"#,
    // Items
    #"[{"items":[{"title":7}]}]"#, #"[{"items":[{"title":["a"]}]}]"#,
    #"[{"items":[{"titel":"a"}]}]"#, #"[{"items":[{"identifier":1.5}]}]"#,
    #"[{"items":[{"relations":{"a":{}}}]}]"#, #"[{"items":[{"children":[{"itmes":[]}]}]}]"#,
    #"[{"items":[{"size":{"height":"high"}}]}]"#, #"[{"items":[{"meta":1}]}]"#,
    // Text without a hole, where data may be, and holes where it may not
    #"{"data":{},"components":[{"items":[{"emphasis":"prmary"}]}]}"#,
    #"{"data":[],"components":[{"each":"","item":{"checks":{"format":"emial"}}}]}"#,
    #"{"data":[],"components":[{"each":"","item":{"multiple":"yes"}}]}"#,
    #"{"data":[],"components":[{"each":"","item":{"title":"{a}","lines":"many"}}]}"#,
    ##"{"data":{},"components":[],"theme":{"accent":"blue"}}"##,
    #"{"data":{},"components":[],"keep-values":"yes"}"#,
  ]
}
