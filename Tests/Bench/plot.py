"""Line plots as SVG: panels side by side, both axes logarithmic, each line labeled at its end.

On logarithmic axes equal ratios have equal distances, and power laws are straight lines.
"""

import math
from collections import namedtuple
from html import escape

# `points` are pairs (x, y); `style` is an index into STYLES. A program has the same style in every plot.
Line = namedtuple("Line", "name style points")
# `unit` is appended to the axis's title; the ticks of the x axis are at the measured values.
Axis = namedtuple("Axis", "title unit")

# Okabe and Ito's palette, which is safe for color vision deficiency; markers and dashes also differ.
Style = namedtuple("Style", "color marker width dash")
STYLES = [
    Style("#0072b2", "circle", 3, ""),
    Style("#0072b2", "ring", 1.5, "5 4"),
    Style("#d55e00", "square", 2, ""),
    Style("#007a5a", "triangle", 2, ""),
]
INK, FAINT, PAPER = "#222222", "#dddddd", "#ffffff"

PANEL_WIDTH, PANEL_HEIGHT = 300, 260
LEFT, TOP, RIGHT, BOTTOM = 76, 84, 112, 56
# The minimum distance between the labels of two lines, in pixels.
LINE_HEIGHT = 15


def ticks(low, high):
    """1, 2 and 5 times powers of ten, from the last value not above `low` to the first not below `high`."""
    every = [
        step * 10.0 ** power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for step in (1, 2, 5)]
    first = max(tick for tick in every if tick <= low)
    last = min(tick for tick in every if tick >= high)
    return [tick for tick in every if first <= tick <= last]


def text(x, y, label, anchor="start", size=12, color=INK, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{color}"{more}>{escape(label)}</text>'


def rule(x1, y1, x2, y2, color):
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{color}"/>'


def marker(style, x, y):
    at = f'transform="translate({x:.1f} {y:.1f})"'
    match style.marker:
        case "circle":
            return f'<circle {at} r="4" fill="{style.color}"/>'
        case "ring":
            return f'<circle {at} r="3.5" fill="{PAPER}" stroke="{style.color}" stroke-width="1.5"/>'
        case "square":
            return f'<path {at} d="M-4-4H4V4H-4Z" fill="{style.color}"/>'
        case "triangle":
            return f'<path {at} d="M0-5L5 4H-5Z" fill="{style.color}"/>'


def spread(positions):
    """The label positions, moved apart so that none overlap; their order is kept."""
    order = sorted(range(len(positions)), key=positions.__getitem__)
    result = list(positions)
    for _ in range(100):
        for above, below in zip(order, order[1:]):
            missing = LINE_HEIGHT - (result[below] - result[above])
            if missing > 0:
                result[above] -= missing / 2
                result[below] += missing / 2
    return result


def panel(left, title, lines, x_axis, y_axis, x_ticks, y_ticks):
    def position(value, all_ticks, start, length):
        low, high = math.log(all_ticks[0]), math.log(all_ticks[-1])
        return start + length * (math.log(value) - low) / (high - low)

    def column(value):
        return position(value, x_ticks, left, PANEL_WIDTH)

    def row(value):
        return position(value, y_ticks, TOP + PANEL_HEIGHT, -PANEL_HEIGHT)

    bottom = TOP + PANEL_HEIGHT
    yield text(left, TOP - 12, title, size=14, more=' font-weight="bold"')
    for tick in y_ticks:
        yield rule(left, row(tick), left + PANEL_WIDTH, row(tick), FAINT)
        yield text(left - 8, row(tick) + 4, f"{tick:g}", "end")
    for tick in x_ticks:
        yield rule(column(tick), bottom, column(tick), bottom + 5, INK)
        yield text(column(tick), bottom + 19, f"{tick:g}", "middle")
    yield rule(left, bottom, left + PANEL_WIDTH, bottom, INK)
    yield text(left + PANEL_WIDTH / 2, bottom + 40, f"{x_axis.title}, {x_axis.unit}", "middle")
    middle = TOP + PANEL_HEIGHT / 2
    yield text(
        left - 54, middle, f"{y_axis.title}, {y_axis.unit}", "middle", more=f' transform="rotate(-90 {left - 54} {middle})"')
    for line in reversed(lines):
        style = STYLES[line.style]
        path = "L".join(f"{column(x):.1f} {row(y):.1f}" for x, y in line.points)
        yield (
            f'<path d="M{path}" fill="none" stroke="{style.color}" stroke-width="{style.width}" '
            f'stroke-dasharray="{style.dash or "none"}" stroke-linejoin="round"/>')
        yield from (marker(style, column(x), row(y)) for x, y in line.points)
    for line, y in zip(lines, spread([row(line.points[-1][1]) for line in lines])):
        weight = ' font-weight="bold"' if line.style == 0 else ""
        yield text(left + PANEL_WIDTH + 12, y + 4, line.name, color=STYLES[line.style].color, more=weight)


def write(path, title, notes, panels, x_axis, y_axis):
    """Writes a plot.

    `panels` maps each panel's title to its lines; the panels share their axes. `notes` is a line below the
    title.
    """
    points = [point for lines in panels.values() for line in lines for point in line.points]
    x_ticks = sorted({x for x, _ in points})
    y_ticks = ticks(min(y for _, y in points), max(y for _, y in points))
    step = LEFT + PANEL_WIDTH + RIGHT
    width, height = step * len(panels), TOP + PANEL_HEIGHT + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="Cantarell, Helvetica, Arial, sans-serif" role="img">',
        f"<title>{escape(title)}</title>",
        # The page that shows the plot may have a dark background.
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        text(22, 28, title, size=16, more=' font-weight="bold"'),
        text(22, 47, notes),
    ]
    for number, (name, lines) in enumerate(panels.items()):
        parts += panel(number * step + LEFT, name, lines, x_axis, y_axis, x_ticks, y_ticks)
    with open(path, "w") as file:
        file.write("\n".join([*parts, "</svg>", ""]))
