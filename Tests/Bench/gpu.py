"""Section `gpu`: the benchmarks of glint-bench on a graphics card, relative to the card's copy speed."""

import goals
import report
from peer_setup import benchmark, glint_json

PART = ": part of the copy's"


def main():
    print("\n## On a graphics card")
    info = glint_json("info")
    if info["software"]:
        print(f"\nNo graphics card found: {info['renderer']} runs on the processor. Nothing was measured.")
        return
    bandwidth()
    points()
    blur()
    analog_video()
    preview()


def milliseconds(title, figures, names):
    report.print_table(title, ["ms"], [(name, f"{figures[name]:.3f}") for name in names])


def bandwidth():
    figures = benchmark("bandwidth")
    names = [name for name in figures if not name.endswith(PART)]
    report.print_table(
        "Bytes read and written a second, 12 megapixels in half floats", ["GB/s", "of the copy's"],
        [(name, f"{figures[name]:.1f}", f"{figures[name + PART]:.0f} %") for name in names])
    for what, name, limit in (
            ("six fused point filters", "six point filters", 80), ("blur (radius 10)", "blur, radius 10", 40)):
        goals.at_least(f"graphics card: {what}, of its copy speed", limit, figures[name + PART], "%")


def points():
    figures = benchmark("points")
    milliseconds(
        "Fused point filters: 12 megapixels, half floats", figures,
        [name for name in figures if not name.endswith("processor time")])


def blur():
    figures = benchmark("blur")
    milliseconds(
        "Gaussian blur of 12 megapixels", figures,
        [name for name in figures if name.endswith(("resident", "memory to memory"))])


def analog_video():
    figures = benchmark("ntsc")
    sizes = [name for name in figures if "," not in name and ":" not in name]
    milliseconds("The analog video chain: a frame", figures, sizes)
    for size, name, limit in (("1920×1080", "1080p", 1), ("3840×2160", "2160p", 4)):
        what = f"graphics card: analog video at {name}, a frame"
        if size in figures:
            goals.add(what, f"< {limit} ms", f"{figures[size]:.3g} ms", figures[size] < limit)
        else:
            goals.add(what, f"< {limit} ms", "glint-bench has no such figure", False)


def preview():
    figures = benchmark("preview")
    drags = [name.removesuffix(": frames") for name in figures if name.endswith(": frames")]
    report.print_table(
        "Previews of 12 megapixels, 1600 × 1000 seen", ["frames a second", "p50 ms", "p95 ms", "first frame ms"],
        [(name, *(f"{figures[f'{name}: {figure}']:.4g}" for figure in ("frames", "p50", "p95", "first frame")))
         for name in drags])


if __name__ == "__main__":
    main()
