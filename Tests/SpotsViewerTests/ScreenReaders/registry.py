#!/usr/bin/python3
"""A registry of accessible windows that misbehaves, for tests.

Says on the session bus that somebody needs assistance. Each line of the input has the address of the
accessibility bus for the windows that come from then on; it may be that of the session bus. There they get
nonsense for answers and, after an address with "flood", questions without end; after one with "keys" they
are told that somebody listens to the keyboard, who never answers. Prints "ready" for each line, "asked"
when a window comes, "flooded" for each thousand questions, and "key" for each key. Ends with its input.
"""
import sys

from gi.repository import Gio, GLib

# Also of the wrong types.
INTERFACES = """<node>
<interface name='org.a11y.Bus'><method name='GetAddress'><arg type='s' direction='out'/></method>
</interface>
<interface name='org.a11y.Status'><property name='IsEnabled' type='b' access='read'/></interface>
<interface name='org.a11y.atspi.Socket'><method name='Embed'><arg type='(so)' direction='in'/>
<arg type='i' direction='out'/></method></interface>
<interface name='org.a11y.atspi.Registry'>
<method name='GetRegisteredEvents'><arg type='a(id)' direction='out'/></method></interface>
<interface name='org.a11y.atspi.DeviceEventController'>
<method name='GetKeystrokeListeners'><arg type='a(souua(iisi)u(bbb))' direction='out'/></method>
<method name='NotifyListenersSync'><arg type='(uiiiisb)' direction='in'/>
<arg type='b' direction='out'/></method></interface>
</node>"""
QUESTIONS = [
    ("/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", None),
    ("/org/a11y/atspi/accessible/screen", "org.a11y.atspi.Accessible", "GetChildren", None),
    ("/org/a11y/atspi/accessible/item_9_9", "org.a11y.atspi.Action", "DoAction",
     GLib.Variant("(d)", (1e300,))),
    ("/nowhere", "x.y", "Z", GLib.Variant("(aaay)", ([[b"\0"]],))),
]
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
address = ""
flooded = None


def flood(window, count=1):
    for number in range(100):
        path, interface, member, arguments = QUESTIONS[number % len(QUESTIONS)]
        call = Gio.DBusMessage.new_method_call(window, path, interface, member)
        if arguments:
            call.set_body(arguments)
        bus.send_message(call, Gio.DBusSendMessageFlags.NONE)
    bus.emit_signal(
        None, "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "EventListenerRegistered",
        GLib.Variant("(dv)", (0.0, GLib.Variant("s", "?"))))
    # Until the bus has taken them.
    bus.flush_sync()
    if count % 10 == 0:
        print("flooded", flush=True)
    if flooded == window and count < 2000:
        GLib.idle_add(flood, window, count + 1)
    return False


def answer(_, sender, path, interface, member, arguments, invocation):
    global flooded
    if member == "GetAddress":
        invocation.return_value(GLib.Variant("(s)", (address.split()[0],)))
    elif member == "Embed":
        invocation.return_value(GLib.Variant("(i)", (-7,)))
        print("asked", flush=True)
        if "flood" in address.split():
            flooded = sender
            flood(sender)
    elif member == "GetKeystrokeListeners":
        listener = (":1.0", "/", 0, 3, [], 0, (True, True, False))
        listeners = [listener] if "keys" in address.split() else []
        invocation.return_value(GLib.Variant("(a(souua(iisi)u(bbb)))", (listeners,)))
    elif member == "NotifyListenersSync":
        print("key", flush=True)
    else:
        invocation.return_value(GLib.Variant("(a(id))", ([(1, 0.5)] * 3,)))


def read(channel, _):
    global address, flooded
    address, flooded = channel.readline(), None
    if not address:
        loop.quit()
        return False
    print("ready", flush=True)
    return True


paths = [
    "/org/a11y/bus", "/org/a11y/atspi/accessible/root", "/org/a11y/atspi/registry",
    "/org/a11y/atspi/registry/deviceeventcontroller",
]
for place in paths:
    for described in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
        bus.register_object(place, described, answer, lambda *_: GLib.Variant("b", True), None)
for name in ["org.a11y.Bus", "org.a11y.atspi.Registry"]:
    bus.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        GLib.Variant("(su)", (name, 0)), None, Gio.DBusCallFlags.NONE, -1)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, read)
loop.run()
