#!/usr/bin/env python3
"""Fades pictures with one glint-cli process, which opens the device once: serve.py PICTURE... FOLDER"""
import json
import os
import subprocess
import sys


class Glint:
    def __init__(self, program="glint-cli"):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([program, "serve"], text=True, encoding="utf-8", **pipes)

    def render(self, input, output, *filters, **options):
        """Options are those of `glint-cli render`, such as quality=80, page=2 or overwrite=True."""
        self.process.stdin.write(json.dumps({"input": input, "output": output, "filters": filters, **options}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer["error"]:
            raise OSError(answer["error"])
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


if __name__ == "__main__":
    *pictures, folder = sys.argv[1:]
    with Glint(os.environ.get("GLINT_CLI", "glint-cli")) as glint:
        for picture in pictures:
            answer = glint.render(picture, folder, "saturation", "amount=0.3", "vignette", overwrite=True)
            print(f"{answer['output']}: {answer['width']} × {answer['height']}, {answer['milliseconds']} ms")
