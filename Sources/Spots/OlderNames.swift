// The names of Spots, ComponentKit and Blueprint for what has another name here: the compiler
// offers to write that.

/// An item of a component.
@available(*, unavailable, renamed: "Item")
public typealias ViewModel = Item
/// A component of the kind `list`.
@available(*, unavailable, renamed: "Component")
public typealias ListSpot = Component
/// A component of the kind `grid`.
@available(*, unavailable, renamed: "Component")
public typealias GridSpot = Component
/// A component of the kind `carousel`.
@available(*, unavailable, renamed: "Component")
public typealias CarouselSpot = Component
/// A layout of components that a program has.
@available(*, unavailable, renamed: "RegisteredLayout")
public typealias Spotable = RegisteredLayout
/// A view that shows items.
@available(*, unavailable, renamed: "ItemConfigurable")
public typealias SpotConfigurable = ItemConfigurable
/// Hears what users do with items.
@available(*, unavailable, renamed: "ComponentDelegate")
public typealias SpotsDelegate = ComponentDelegate
/// Hears of vertical scrolling.
@available(*, unavailable, renamed: "ScrollDelegate")
public typealias SpotsScrollDelegate = ScrollDelegate
/// Hears of carousels that scroll.
@available(*, unavailable, renamed: "CarouselScrollDelegate")
public typealias SpotsCarouselScrollDelegate = CarouselScrollDelegate
/// Hears of requests for fresh content.
@available(*, unavailable, renamed: "RefreshDelegate")
public typealias SpotsRefreshDelegate = RefreshDelegate
/// A view and its place, as a value.
@available(*, unavailable, renamed: "ViewDescription")
public typealias CKComponent = ViewDescription
/// A class of views and the attributes of one.
@available(*, unavailable, renamed: "ViewConfiguration")
public typealias CKComponentViewConfiguration = ViewConfiguration
/// An element that a view shows.
@available(*, unavailable, renamed: "ViewElement")
public typealias UIViewElement = ViewElement
/// A view that shows an element.
@available(*, unavailable, renamed: "ElementView")
public typealias BlueprintView = ElementView
