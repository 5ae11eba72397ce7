"""A pointer for sway, whose headless backend has none: a client of its wlr-virtual-pointer protocol."""

import socket
import struct
import time

# Object ids: the display is always 1, and clients must allocate ids without gaps.
REGISTRY, DONE, MANAGER, POINTER = 2, 3, 4, 5
# Opcodes of requests: their positions in the protocol descriptions.
DISPLAY_SYNC, DISPLAY_GET_REGISTRY, REGISTRY_BIND, MANAGER_CREATE = 0, 1, 0, 0
MOVE_ABSOLUTE, BUTTON, FRAME = 1, 2, 4
LEFT, RIGHT = 0x110, 0x111  # BTN_LEFT and BTN_RIGHT of linux/input-event-codes.h


class Pointer:
    def __init__(self, path, width, height):
        self.size = width, height
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.send(1, DISPLAY_GET_REGISTRY, struct.pack("I", REGISTRY))
        self.send(1, DISPLAY_SYNC, struct.pack("I", DONE))
        interface = "zwlr_virtual_pointer_manager_v1"
        number = self.offered()[interface]
        self.send(
            REGISTRY, REGISTRY_BIND,
            struct.pack("I", number) + self.text(interface) + struct.pack("II", 1, MANAGER))
        # No seat is specified, so sway uses the first one.
        self.send(MANAGER, MANAGER_CREATE, struct.pack("II", 0, POINTER))

    @staticmethod
    def text(value):
        data = value.encode() + b"\0"
        return struct.pack("I", len(data)) + data + bytes(-len(data) % 4)

    def send(self, target, request, arguments=b""):
        self.socket.sendall(struct.pack("II", target, (8 + len(arguments)) << 16 | request) + arguments)

    def receive(self, count):
        data = b""
        while len(data) < count:
            data += self.socket.recv(count - len(data)) or self.fail()
        return data

    @staticmethod
    def fail():
        raise ConnectionError("sway closed the pointer's connection")

    def offered(self):
        """The ids of the server's interfaces, by name."""
        numbers = {}
        while True:
            sender, header = struct.unpack("II", self.receive(8))
            data = self.receive((header >> 16) - 8)
            if sender == DONE:
                return numbers
            if sender == REGISTRY:
                number, length = struct.unpack_from("II", data)
                numbers[data[8:8 + length - 1].decode()] = number

    def frame(self, request, *values):
        milliseconds = int(time.monotonic() * 1000) & 0xFFFFFFFF
        self.send(POINTER, request, struct.pack(f"{1 + len(values)}I", milliseconds, *values))
        self.send(POINTER, FRAME)

    def move(self, x, y):
        self.frame(MOVE_ABSOLUTE, x, y, *self.size)

    def press(self, button=LEFT):
        self.frame(BUTTON, button, 1)

    def release(self, button=LEFT):
        self.frame(BUTTON, button, 0)

    def close(self):
        self.socket.close()
