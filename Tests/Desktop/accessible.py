"""A program's accessibility tree, fetched in one call.

Walking the tree with pyatspi takes several calls per accessible, which on a busy machine takes seconds; by
then a message may have disappeared. GTK returns the whole tree at once, for AT-SPI's caches.
"""

import collections
import dataclasses
import functools

import pyatspi
from gi.repository import Atspi, Gio, GLib


def call(connection, name, path, interface, method, arguments=None):
    return connection.call_sync(
        name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, -1, None).unpack()


@functools.cache
def accessibility_bus():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address, = call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


def ask_bus(method, *arguments):
    signature = GLib.Variant("(s)", arguments) if arguments else None
    result, = call(
        accessibility_bus(), "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, signature)
    return result


def name_on_bus(process_id):
    """The name of a process on the accessibility bus."""
    for name in ask_bus("ListNames"):
        try:
            if name.startswith(":") and ask_bus("GetConnectionUnixProcessID", name) == process_id:
                return name
        except GLib.Error:  # It left while the list was read.
            continue
    raise LookupError(f"process {process_id} is not on the accessibility bus")


def role_name(name):
    """The names that roles had before AT-SPI 2.54, and names for roles that GTK distinguishes since 4.10."""
    return {
        "button": "push button", "button menu": "push button menu", "toggle button": "push button", "grouping": "panel",
        "caption": "label",
    }.get(name, name)


@dataclasses.dataclass
class Item:
    """A snapshot of an accessible, taken when the tree was fetched."""

    bus_name: str
    # The paths from below the program down to this accessible, and the index of each among its siblings.
    paths: tuple
    indices: tuple
    role: str
    own_name: str
    # The text of a label that has no name.
    text: str
    description: str
    states: int

    @functools.cached_property
    def name(self):
        """The accessible's own name, or else its text or that of its label. GTK 4.18 names neither labels
        nor menu items."""
        # Items in a closed menu are skipped: their labels are not on the bus, and GTK aborts if asked for
        # one.
        if self.own_name or self.text or not self.role.endswith("menu item") or not self.is_on_screen():
            return self.own_name or self.text
        relations, = call_all([(self.bus_name, self.paths[-1], "org.a11y.atspi.Accessible", "GetRelationSet", None)])
        labels = [
            label for kind, targets in relations or () if kind == int(Atspi.RelationType.LABELLED_BY) for _, label in targets]
        return " ".join(text or "" for text in texts_of(self.bus_name, labels))

    def has_state(self, state):
        return bool(self.states >> int(state) & 1)

    def extents(self):
        """Left, top, width and height within the window."""
        box, = call(
            accessibility_bus(), self.bus_name, self.paths[-1], "org.a11y.atspi.Component", "GetExtents",
            GLib.Variant("(u)", (int(pyatspi.WINDOW_COORDS),)))
        return box

    def is_on_screen(self):
        """True if the accessible has a position and can be reached from the program, unlike the contents
        of a closed menu."""
        try:
            return self.extents()[2] > 0 and self.way() is not None
        except GLib.Error:  # It went away, or has no position.
            return False

    def way(self):
        """The indices from the program down, among visible children; None if the accessible is not
        visible."""
        indices, parent, children, passed = [], ROOT, children_of(self.bus_name, ROOT), False
        for path in self.paths:
            if below := way_below(self.bus_name, path, children):
                indices += [*below, 0] if passed else below
                parent, children = path, children_of(self.bus_name, path)
            # A stack that is asked for all its children returns the contents of its pages; if asked for them
            # one by one, it returns the pages.
            passed = path != parent
        return indices if parent == self.paths[-1] else None

    def node(self, application):
        """The pyatspi object for this accessible; None if it has disappeared."""
        node = application
        for index in self.way() or ():
            node = node.getChildAtIndex(index)
            if node is None:
                return None
        return node if node.name == self.own_name and role_name(node.getRoleName()) == self.role else None


# The path of the program itself.
ROOT = "/org/a11y/atspi/accessible/root"


def children_of(bus_name, path):
    children, = call(accessibility_bus(), bus_name, path, "org.a11y.atspi.Accessible", "GetChildren")
    return [child for _, child in children]


def way_below(bus_name, path, siblings):
    """The indices that lead to a path from the parent of these siblings; None if it is not below them.

    GTK 4.18 reports the stack, which lists the page, as the parent of the page's contents.
    """
    if path in siblings:
        return [siblings.index(path)]
    for index, sibling in enumerate(siblings):
        if path in (children := children_of(bus_name, sibling)):
            return [index, children.index(path)]
    return None


def cache(bus_name):
    """GTK's records by path: the accessible, the program, its parent, its index, its child count, …."""
    found, = call(accessibility_bus(), bus_name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
    return {row[0][1]: row for row in found}


def call_all(requests):
    """Makes many calls concurrently, each given as bus name, path, interface, method and arguments; the
    result of a failed call is None."""
    answers = [None] * len(requests)
    open_calls = len(requests)

    def answered(connection, result, number):
        nonlocal open_calls
        open_calls -= 1
        try:
            answers[number], = connection.call_finish(result).unpack()
        except GLib.Error:  # It went away meanwhile.
            pass

    for number, request in enumerate(requests):
        accessibility_bus().call(*request, None, Gio.DBusCallFlags.NONE, -1, None, answered, number)
    while open_calls:
        GLib.MainContext.default().iteration(True)
    return answers


def texts_of(bus_name, paths):
    """The texts of labels; None for those that have disappeared."""
    return call_all([
        (bus_name, path, "org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, -1))) for path in paths])


def items(bus_name):
    """Every accessible of a program, visible or not, parents before children."""
    rows = cache(bus_name)

    # GTK exposes an accessible only once a client has walked to it from its parent.
    def discover(path):
        for child in children_of(bus_name, path):
            if child not in rows:
                discover(child)

    known = collections.Counter(row[2][1] for row in rows.values())
    incomplete = [path for path, row in rows.items() if row[4] > known[path]]
    for path in incomplete:
        try:
            discover(path)
        except GLib.Error:  # It went away while it was looked at.
            continue
    if incomplete:
        rows = cache(bus_name)
    ways = {ROOT: ((), ())}

    def index_of(path, row):
        """The index among the siblings; negative if the accessible is not shown."""
        if row[3] >= 0 or row[2][1] not in rows:
            return row[3]
        try:
            way = way_below(bus_name, path, children_of(bus_name, row[2][1]))
        except GLib.Error:  # It went away meanwhile.
            way = None
        return way[0] if way else -1

    def way_to(path):
        if path not in ways:
            row = rows.get(path)
            index = -1 if row is None else index_of(path, row)
            above = None if index < 0 else way_to(row[2][1])
            ways[path] = None if above is None else ((*above[0], path), (*above[1], index))
        return ways[path]

    labels = [path for path, row in rows.items() if not row[6] and role_name(Atspi.role_get_name(Atspi.Role(row[7]))) == "label"]
    texts = dict(zip(labels, texts_of(bus_name, labels)))
    result = [
        Item(
            bus_name, *way_to(path), role_name(Atspi.role_get_name(Atspi.Role(row[7]))), row[6], texts.get(path) or "", row[8],
            row[9][0] | row[9][1] << 32)
        for path, row in rows.items() if path != ROOT and way_to(path) is not None
    ]
    return sorted(result, key=lambda item: item.indices)
