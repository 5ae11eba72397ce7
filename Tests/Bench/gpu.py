"""Section `gpu`: Glint alone on a graphics card, beside what the card copies in the same time."""

import report
import goals
from peer_setup import benchmark, glint_json


def main():
    print("\n## On a graphics card")
    info = glint_json("info")
    if info["software"]:
        print(f"\nThere is none: {info['renderer']} is a software renderer. Nothing was measured.")
        return
    print(f"\n{info['renderer']}, {info['version']}; kernels: {info['kernels']}, along rows: {info['rowFilters']}.")
    copied, blurred, video, previewed = (benchmark(name) for name in ("bandwidth", "blur", "ntsc", "preview"))
    part = ": part of the copy's"
    report.print_table(
        "Bytes read and written a second, 12 megapixels", ["GB/s", "of the copy's"],
        [(name, f"{value:.1f}", f"{copied[name + part]:.0f} %" if name + part in copied else "")
         for name, value in copied.items() if not name.endswith(part)])
    report.print_table(
        "Milliseconds", ["ms"],
        [(f"{title}, {name}", f"{value:.3g}")
         for title, figures in (("blur", blurred), ("analog video", video), ("preview", previewed))
         for name, value in figures.items() if name.endswith(("resident", ": p50", ": p95")) or "×" in name])
    goals.at_least("six fused point filters, of the card's copy speed", 80, copied["six point filters" + part], "%")
    goals.at_least("blur (radius 10), of the card's copy speed", 40, copied["blur, radius 10" + part], "%")
    goals.at_most("analog video, 1920×1080, a frame", 1, video["1920×1080"], "ms")
    goals.at_most("analog video, 3840×2160, a frame", 4, video["3840×2160"], "ms")


if __name__ == "__main__":
    main()
