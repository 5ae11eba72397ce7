"""Installs the programs that Glint is compared with, and reports their versions."""

import json
import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PEERS = os.path.join(ROOT, ".build", "peers")
PYTHON = os.path.join(PEERS, "bin", "python3")
BUILT = os.environ.get("GLINT_BUILT", os.path.join(ROOT, ".build", "release"))
GLINT_CLI = os.path.join(BUILT, "glint-cli")
GLINT_BENCH = os.path.join(BUILT, "glint-bench")
# Full paths: another program of the same name may come first in PATH.
MAGICK = "/usr/bin/convert"
GEGL = "/usr/bin/gegl"
# Wheels contain their own libraries, so their versions are pinned: the figures in docs/performance.md were
# measured with these.
WHEELS = ["numpy==2.2.6", "opencv-python-headless==4.12.0.88", "pyvips==3.0.0"]


def here(name):
    """The path of a file in the folder of this script."""
    return os.path.join(os.path.dirname(os.path.realpath(__file__)), name)


def install():
    """Creates the virtual environment, and installs missing Debian packages."""
    has_pip = subprocess.run(["/usr/bin/python3", "-c", "import ensurepip"], stderr=subprocess.DEVNULL).returncode == 0
    needed = [package for package, there in [
        ("imagemagick", os.path.exists(MAGICK)),
        ("gegl", os.path.exists(GEGL)),
        ("python3-venv", has_pip),
    ] if not there]
    if needed:
        root = ["env"] if os.getuid() == 0 else ["sudo", "env"]
        apt = root + ["DEBIAN_FRONTEND=noninteractive", "apt-get"]
        subprocess.run(apt + ["update", "-qq"], check=True)
        subprocess.run(apt + ["install", "-y", "-qq", "--no-install-recommends"] + needed, check=True)
    stamp = os.path.join(PEERS, "wheels")
    if os.path.exists(stamp) and open(stamp).read() == "\n".join(WHEELS):
        return
    shutil.rmtree(PEERS, ignore_errors=True)
    subprocess.run(["/usr/bin/python3", "-m", "venv", PEERS], check=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check"] + WHEELS, check=True)
    with open(stamp, "w") as file:
        file.write("\n".join(WHEELS))


def glint_json(*arguments, program=GLINT_CLI):
    """The JSON output of a command of glint-cli, or of another program."""
    command = [program, *arguments, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def benchmark(name):
    """The figures of a benchmark of glint-bench, by name."""
    report = glint_json(name, program=GLINT_BENCH)
    return {figure["name"]: figure["value"] for figure in report["benchmarks"][0]["figures"]}


def device():
    """A description of the machine, for the heading of the tables."""
    info = glint_json("info")
    return (
        f"Device: {info['renderer']}, OpenGL {info['version']}, {os.cpu_count()} CPU cores, "
        f"load {os.getloadavg()[0]:.1f} at the start.  ")


def peers():
    """The versions of the peers, for the heading of the tables."""
    magick = subprocess.run([MAGICK, "-version"], capture_output=True, text=True).stdout.split()[2]
    gegl = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "gegl"], capture_output=True, text=True).stdout
    versions = subprocess.run(
        [PYTHON, "-c", "import cv2, pyvips; print(cv2.__version__, *(pyvips.version(i) for i in range(3)))"],
        capture_output=True, text=True, check=True).stdout.split()
    return (
        f"Peers: OpenCV {versions[0]}, libvips {'.'.join(versions[1:])}, GEGL {gegl.split(':')[-1].split('-')[0]}, "
        f"ImageMagick {magick}.")
