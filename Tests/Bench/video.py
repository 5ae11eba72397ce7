"""Section `video`: videos from file to file, compared with ffmpeg doing the same with libavfilter."""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import goals
import report
from command import run
from peer_setup import BUILT, GLINT_CLI

FFMPEG = "/usr/bin/ffmpeg"
ONE_AFTER_THE_OTHER = os.path.join(BUILT, "filter-video")
TURNS = 3
FRAMES = 150
LONG = 10_000
CORES = os.cpu_count()

AMOUNT, RADIUS = 0.5, 10
# Saturation as a weighted mean with the BT.601 luma.
LUMA = (0.299, 0.587, 0.114)
MATRIX = ":".join(
    f"{a}{b}={AMOUNT * (a == b) + (1 - AMOUNT) * LUMA['rgb'.index(b)]:.6f}" for a in "rgb" for b in "rgb")
RGB = (
    f"scale=in_color_matrix=bt709,format=gbrp,colorchannelmixer={MATRIX},gblur=sigma={RADIUS / 2}:steps=3,"
    "scale=out_color_matrix=bt709,format=yuv420p")
YUV = f"hue=s={AMOUNT},gblur=sigma={RADIUS / 2}:steps=3"
X264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"]
# Stated explicitly, since the programs assume different defaults.
BT709 = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
# The average difference in levels up to which two frames count as the same.
ALIKE = 2


def make(name, size, seconds, rate="30"):
    """A video with moving detail, noise, and a tone as its sound."""
    subprocess.run(
        [FFMPEG, "-loglevel", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s={size}:r={rate}:d={seconds},noise=alls=8:allf=t",
         "-f", "lavfi", "-i", f"sine=d={seconds}", "-vf", "scale=out_color_matrix=bt709,format=yuv420p", *X264, *BT709,
         "-c:a", "aac", "-shortest", name], check=True)


def filters(*arguments):
    return ["--", *arguments]


def ffmpeg(source, target, chain, codec):
    return [FFMPEG, "-loglevel", "error", "-nostdin", "-y", "-i", source, "-vf", chain, *codec, *BT709, "-c:a", "copy", target]


def glint(source, target, *arguments, options=("--video-preset", "fast")):
    return [GLINT_CLI, "render", source, "-y", "-o", target, *options, *filters(*arguments)]


def in_turns(commands):
    """Medians of each command's wall-clock time, CPU time and peak memory."""
    runs = {name: [] for name in commands}
    for _ in range(TURNS):
        for name, command in commands.items():
            runs[name].append(run(command))
    return {
        name: type(results[0])(*(statistics.median(v) if None not in v else None for v in zip(*results)))
        for name, results in runs.items()}


def difference(one, other):
    """The average difference between the frames of two videos, in levels."""
    output = subprocess.run(
        [FFMPEG, "-hide_banner", "-i", one, "-i", other, "-lavfi",
         "[0:v]format=gbrp[a];[1:v]format=gbrp[b];[a][b]blend=all_mode=difference,format=gray,signalstats,"
         "metadata=print:key=lavfi.signalstats.YAVG", "-f", "null", "-"], capture_output=True, text=True, check=True).stderr
    return statistics.mean(float(value) for value in re.findall(r"YAVG=([\d.]+)", output))


def chain_of_two():
    make("hd.mp4", "1920x1080", FRAMES / 30)
    arguments = ["saturation", f"amount={AMOUNT}", "gaussian-blur", f"radius={RADIUS}"]
    runs = in_turns({
        "glint-cli": glint("hd.mp4", "glint.mp4", *arguments),
        "ffmpeg in RGB": ffmpeg("hd.mp4", "rgb.mp4", RGB, X264),
        "ffmpeg in YUV": ffmpeg("hd.mp4", "yuv.mp4", YUV, X264),
    })
    apart = difference("glint.mp4", "rgb.mp4")
    if apart > ALIKE:
        sys.exit(f"glint-cli's frames differ from ffmpeg's by {apart:.1f} levels on average: not the same work")
    ours, peer = runs["glint-cli"], runs["ffmpeg in RGB"]
    report.print_table(
        f"1080p, H.264 to H.264 veryfast, saturation and blur (radius {RADIUS}), {FRAMES} frames",
        ["seconds", "frames a second", "processor seconds", "peak MB"],
        [(name, f"{r.wall / 1000:.2f}", f"{FRAMES * 1000 / r.wall:.1f}", f"{r.processor / 1000:.2f}", f"{r.megabytes:.0f}")
         for name, r in runs.items()])
    goals.at_most(
        "1080p H.264 → H.264 veryfast, saturation and blur: time", 1.0, ours.wall / peer.wall,
        "× ffmpeg's in RGB",
        f" ({ours.wall / runs['ffmpeg in YUV'].wall:.3g} × its time in YUV; frames {apart:.2f} levels apart)")
    goals.at_most("the same: wall time by processor time over the cores", 1.15, ours.wall * CORES / ours.processor)
    goals.at_most("1080p, H.264 veryfast: peak memory", 450, ours.megabytes, "MB", f" (ffmpeg {peer.megabytes:.0f} MB)")


def analog_video():
    make("sd.mp4", "640x480", FRAMES * 1001 / 30000, "30000/1001")
    runs = in_turns({
        "glint-cli": glint("sd.mp4", "tape.mp4", "ntsc"),
        # Each output is a new file, so no time is spent replacing one.
        "one after the other": [
            "sh", "-c", 'rm -f serial.mp4; exec "$0" sd.mp4 serial.mp4 ntsc', ONE_AFTER_THE_OTHER],
    })
    rate = {name: FRAMES * 1000 / r.wall for name, r in runs.items()}
    report.print_table(
        f"640 × 480, Analog Video, file to file, {FRAMES} frames", ["frames a second", "processor seconds"],
        [(name, f"{rate[name]:.1f}", f"{r.processor / 1000:.2f}") for name, r in runs.items()])
    goals.at_least(
        "640 × 480 Analog Video, file to file", 1.3, rate["glint-cli"] / rate["one after the other"],
        "× the frames a second of one after the other", f" ({rate['glint-cli']:.1f} frames a second)")


def other_codecs():
    rows = []
    peers = {
        "h265": ("mp4", ["-c:v", "libx265", "-preset", "veryfast", "-crf", "28", "-x265-params", "log-level=none"]),
        "av1": ("mp4", ["-c:v", "libsvtav1", "-preset", "10"]),
        "ffv1": ("mkv", ["-c:v", "ffv1", "-level", "3", "-slices", "16", "-pix_fmt", "bgr0"]),
        "prores": ("mov", ["-c:v", "prores_ks", "-profile:v", "3", "-pix_fmt", "yuv422p10le"]),
    }
    make("short.mp4", "1920x1080", 1)
    for codec, (container, options) in peers.items():
        ours = run(glint("short.mp4", f"g.{container}", "invert", options=("--video-preset", "fast", "--video-codec", codec)))
        theirs = run(ffmpeg("short.mp4", f"f.{container}", "negate", options))
        rows.append((codec, f"{ours.megabytes:.0f}", f"{theirs.megabytes:.0f}"))
        goals.at_most(
            f"1080p, {codec}: peak memory", round(theirs.megabytes + 150), ours.megabytes, "MB",
            f" (ffmpeg {theirs.megabytes:.0f} MB)")
    report.print_table("Peak memory of other codecs, 1080p, 30 frames", ["glint-cli, MB", "ffmpeg, MB"], rows)


def long_video():
    make("long.mp4", "1920x1080", LONG / 30)
    process = subprocess.Popen(glint("long.mp4", "long-out.mp4", "invert"), stdout=subprocess.DEVNULL)
    samples = []

    def watch():
        while process.poll() is None:
            try:
                with open(f"/proc/{process.pid}/statm") as file:
                    samples.append(int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6)
            except (FileNotFoundError, ProcessLookupError, IndexError):
                pass
            time.sleep(0.5)

    watcher = threading.Thread(target=watch)
    watcher.start()
    if process.wait() != 0:
        sys.exit("glint-cli failed on the long video")
    watcher.join()
    early = statistics.median(samples[len(samples) // 10:len(samples) // 5])
    late = statistics.median(samples[-len(samples) // 10:])
    goals.at_most(
        f"1080p, {LONG} frames: memory at the end by that at a tenth", 1.05, late / early, "×",
        f" ({early:.0f} and {late:.0f} MB)")


def main():
    print("\n## Videos")
    with tempfile.TemporaryDirectory(prefix="glint-video-") as folder:
        os.chdir(folder)
        chain_of_two()
        analog_video()
        other_codecs()
        if os.environ.get("GLINT_BENCH_SHORT") is None:
            long_video()


if __name__ == "__main__":
    main()
