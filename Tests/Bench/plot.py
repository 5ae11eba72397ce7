"""Line plots as SVG: panels side by side with the same axes, each line named at its end."""

from xml.sax.saxutils import escape

PANEL, HEIGHT, GAP = 300, 260, 120
LEFT, TOP, BOTTOM = 60, 56, 52
# Told apart without colors by their marks, too (Okabe and Ito, Color Universal Design).
STYLES = [("#0072b2", "circle"), ("#d55e00", "square"), ("#009e73", "triangle"), ("#cc79a7", "circle")]


def write(path, title, x_name, y_name, xs, panels):
    """`panels` has for each title the lines by their names, a value for each of `xs`."""
    top = nice(max(value for lines in panels.values() for values in lines.values() for value in values))
    width = LEFT + len(panels) * (PANEL + GAP)
    body = [text(LEFT - 40, 24, title, "title")]
    for number, (name, lines) in enumerate(panels.items()):
        body += panel(LEFT + number * (PANEL + GAP), name, x_name, y_name, xs, lines, top)
    with open(path, "w") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + BOTTOM}" '
            f'width="{width}" height="{TOP + HEIGHT + BOTTOM}" role="img">\n<title>{escape(title)}</title>\n'
            "<style>text{font:13px sans-serif;fill:#222}.title{font-weight:bold;font-size:15px}.grid{stroke:#ddd}"
            ".axis{stroke:#888}</style>\n"
            '<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n")


def nice(value):
    """The next of 1, 1.5, 2, 3, 5 and their multiples of ten."""
    step = 10.0 ** -6
    while True:
        for factor in (1, 1.5, 2, 3, 5):
            if step * factor >= value:
                return step * factor
        step *= 10


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def panel(left, title, x_name, y_name, xs, lines, top):
    def place(x, y):
        return left + PANEL * x / xs[-1], TOP + HEIGHT * (1 - y / top)

    parts = [text(left, TOP - 12, title)]
    for tick in range(6):
        value = top * tick / 5
        y = place(0, value)[1]
        parts.append(f'<line class="grid" x1="{left}" x2="{left + PANEL}" y1="{y:.1f}" y2="{y:.1f}"/>')
        unit = f" {y_name}" if tick == 5 else ""
        parts.append(text(left - 6, y + 4, f"{value:g}{unit}", anchor="end"))
    parts.append(f'<line class="axis" x1="{left}" x2="{left + PANEL}" y1="{TOP + HEIGHT}" y2="{TOP + HEIGHT}"/>')
    for x in xs:
        # The small ones lie too close to be named.
        if x == xs[0] or x >= xs[-1] / 9:
            parts.append(text(place(x, 0)[0], TOP + HEIGHT + 18, f"{x:g}", anchor="middle"))
    parts.append(text(left + PANEL / 2, TOP + HEIGHT + 38, x_name, anchor="middle"))
    names = sorted(lines, key=lambda name: lines[name][-1], reverse=True)
    label = 0
    for name in names:
        color, mark = STYLES[list(lines).index(name) % len(STYLES)]
        points = [place(x, y) for x, y in zip(xs, lines[name])]
        parts.append(
            f'<polyline fill="none" stroke="{color}" stroke-width="2" '
            f'points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
        parts += [marker(mark, x, y, color) for x, y in points]
        # Names that would lie on each other are moved down.
        label = max(label + 16, points[-1][1] + 4)
        parts.append(text(left + PANEL + 10, label, name))
    return parts


def marker(kind, x, y, color):
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>'
    if kind == "square":
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{color}"/>'
    return f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z" fill="{color}"/>'
