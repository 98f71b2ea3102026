#!/usr/bin/python3
"""What a screen reader sees of a window, asked with pyatspi, for tests.

Reads commands, one JSON array per line, and answers each with a line of JSON:
  ["tree"]                 the window and what is below it; of long lists only the first items
  ["events"]               what happened since the last time, as [type, detail, source's name, value]
  ["act", NAME, ACTION]    does an action of the node with this name
  ["focus", NAME]          gives it the keyboard
  ["reveal", NAME]         scrolls it into view
  ["set", NAME, VALUE]     sets its value
  ["edit", NAME, TEXT]     puts a text in the place of its own
  ["text", NAME]           its text, the place of the caret, and the word there
  ["cell", NAME]           its row and column, and the names of their headers
  ["activate all"]         activates every item near the window; gives their names
  ["wanted", BOOLEAN]      says on the session bus whether anybody needs assistance
  ["connected"]            the process identifiers of all that are on the accessibility bus
  ["keep"]                 keeps hold of all nodes that are in the tree; gives their number
  ["kept"]                 the names of the nodes that are kept and still there
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

PROGRAM = sys.argv[1]
KINDS = [
    "object:state-changed:focused", "object:state-changed:showing", "object:children-changed",
    "object:property-change", "object:selection-changed", "window",
]
events = []
kept = []


def heard(event):
    source = event.source
    name = source.get_name() if source else ""
    value = event.any_data
    events.append([event.type, event.detail1, name, value if isinstance(value, str) else None])


def program():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child and child.get_name() == PROGRAM and child.get_child_count() > 0:
            return child
    return None


def states(node):
    names = [state.value_nick for state in node.get_state_set().get_states()]
    return sorted(names)


def described(node):
    box = node.get_extents(Atspi.CoordType.WINDOW)
    count = node.get_child_count()
    described_node = {
        "role": node.get_role_name(), "name": node.get_name(),
        "description": node.get_description(), "index": node.get_index_in_parent(),
        "childCount": count, "frame": [box.x, box.y, box.width, box.height],
        "states": states(node), "attributes": node.get_attributes(),
        "interfaces": sorted(node.get_interfaces()),
    }
    action = node.get_action_iface()
    if action:
        described_node["actions"] = [
            action.get_action_name(index) for index in range(action.get_n_actions())
        ]
    value = node.get_value_iface()
    if value:
        described_node["value"] = [
            value.get_current_value(), value.get_minimum_value(), value.get_maximum_value(),
        ]
    described_node["children"] = [
        described(node.get_child_at_index(index))
        for index in range(min(count, 100 if count <= 100 else 3))
    ]
    return described_node


def activate_all(node):
    names = []
    action = node.get_action_iface()
    if action and node.get_role_name() == "list item" and action.do_action(0):
        names.append(node.get_name())
    for index in range(min(node.get_child_count(), 100)):
        names += activate_all(node.get_child_at_index(index))
    return names


def keep(node):
    kept.append(node)
    for index in range(min(node.get_child_count(), 100)):
        keep(node.get_child_at_index(index))


def is_there(node):
    node.clear_cache()
    try:
        return not node.get_state_set().contains(Atspi.StateType.DEFUNCT) and node.get_role() > 0
    except GLib.Error:
        return False


def connected():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)

    def ask(connection, name, path, member, arguments=None):
        return connection.call_sync(
            name, path, name, member, arguments, None, Gio.DBusCallFlags.NONE, -1).unpack()[0]

    flags = Gio.DBusConnectionFlags
    bus = Gio.DBusConnection.new_for_address_sync(
        ask(session, "org.a11y.Bus", "/org/a11y/bus", "GetAddress"),
        flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION)
    daemon = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
    names = [name for name in ask(bus, *daemon, "ListNames") if name.startswith(":")]
    numbers = [
        ask(bus, *daemon, "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))
        for name in names
    ]
    bus.close_sync()
    return numbers


def want(is_wanted):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ["IsEnabled", "ScreenReaderEnabled"]:
        value = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", is_wanted)))
        bus.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value, None,
            Gio.DBusCallFlags.NONE, -1)
    return True


def find(node, name):
    """The first node with this name, parents first."""
    if node.get_name() == name and node.get_role_name() != "frame":
        return node
    for index in range(min(node.get_child_count(), 100)):
        found = find(node.get_child_at_index(index), name)
        if found:
            return found
    return None


def answer(command, *arguments):
    if command == "events":
        heard_events = events[:]
        events.clear()
        return heard_events
    if command == "wanted":
        return want(*arguments)
    if command == "connected":
        return connected()
    if command == "kept":
        return [node.get_name() for node in kept if is_there(node)]
    window = program()
    if not window:
        return None
    if command == "keep":
        keep(window.get_child_at_index(0))
        return len(kept)
    if command == "tree":
        return described(window.get_child_at_index(0))
    if command == "activate all":
        return activate_all(window.get_child_at_index(0))
    node = find(window.get_child_at_index(0), arguments[0])
    if not node:
        return None
    if command == "act":
        action = node.get_action_iface()
        names = [action.get_action_name(index) for index in range(action.get_n_actions())]
        return action.do_action(names.index(arguments[1]))
    if command == "focus":
        return node.get_component_iface().grab_focus()
    if command == "reveal":
        return node.get_component_iface().scroll_to(Atspi.ScrollType.ANYWHERE)
    if command == "edit":
        return node.get_editable_text_iface().set_text_contents(arguments[1])
    if command == "text":
        text = node.get_text_iface()
        caret = text.get_caret_offset()
        word = text.get_string_at_offset(caret, Atspi.TextGranularity.WORD)
        return [text.get_text(0, -1), caret, word.content]
    if command == "cell":
        cell = node.get_table_cell()
        _, row, column = Atspi.TableCell.get_position(cell)
        headers = cell.get_column_header_cells() + cell.get_row_header_cells()
        return [row, column] + [header.get_name() for header in headers]
    if command == "set":
        return node.get_value_iface().set_current_value(arguments[1])
    return None


def read(channel, _):
    line = channel.readline()
    if not line:
        Atspi.event_quit()
        return False
    try:
        result = answer(*json.loads(line))
    except (GLib.Error, ValueError, AttributeError, TypeError) as error:
        # What was about to be asked is gone.
        result = {"error": str(error)}
    print(json.dumps(result), flush=True)
    return True


Atspi.init()
listener = Atspi.EventListener.new(heard)
for kind in KINDS:
    listener.register(kind)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, read)
print(json.dumps("ready"), flush=True)
Atspi.event_main()
