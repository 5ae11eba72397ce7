#!/usr/bin/env python3
"""dask_render.py SCHEDULER RECIPE FOLDER PICTURE...: renders pictures on Dask workers, each with one
thread and one glint-cli serve."""
import json
import subprocess
import sys

from dask.distributed import Client, as_completed, get_worker


def glint():
    """The glint-cli of this worker; a new one if the last has ended."""
    worker = get_worker()
    process = getattr(worker, "glint", None)
    if process is None or process.poll() is not None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        process = worker.glint = subprocess.Popen(["glint-cli", "serve", "-q"], text=True, encoding="utf-8", **pipes)
    return process


def render(picture, folder, recipe):
    # If a worker saved a picture and died before reporting it, the picture already exists and is complete.
    job = {"input": picture, "output": folder, "recipe": recipe, "overwrite": "never"}
    process = glint()
    process.stdin.write(json.dumps(job) + "\n")
    process.stdin.flush()
    # A missing or broken line raises an error, and Dask retries.
    return json.loads(process.stdout.readline())


if __name__ == "__main__":
    scheduler, recipe, folder, *pictures = sys.argv[1:]
    with Client(scheduler) as client:
        answers = client.map(render, pictures, folder=folder, recipe=recipe, retries=3, pure=False)
        problems = [answer["error"] for _, answer in as_completed(answers, with_results=True) if answer["error"]]
    print(f"{len(pictures) - len(problems)} of {len(pictures)} are done")
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)
