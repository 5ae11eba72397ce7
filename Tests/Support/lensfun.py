"""What liblensfun itself computes: coordinates and brightness, through its C functions."""

import ctypes

F, I, P = ctypes.c_float, ctypes.c_int, ctypes.c_void_p
LIST = ctypes.POINTER(P)
# From lensfun.h: the format of doubles, the roles of red, green and blue, all corrections but the projection.
DOUBLES, RGB, CORRECTIONS, RECTILINEAR = 4, 0x654, 0x2B, 1


def library():
    lensfun = ctypes.CDLL("liblensfun.so.1")
    for name, result, arguments in [
        ("lf_db_new", P, []),
        ("lf_db_load", I, [P]),
        ("lf_db_find_cameras_ext", LIST, [P, ctypes.c_char_p, ctypes.c_char_p, I]),
        ("lf_db_find_lenses_hd", LIST, [P, P, ctypes.c_char_p, ctypes.c_char_p, I]),
        ("lf_modifier_new", P, [P, F, I, I]),
        ("lf_modifier_initialize", I, [P, P, I, F, F, F, F, I, I, I]),
        ("lf_modifier_get_auto_scale", F, [P, I]),
        ("lf_modifier_apply_subpixel_geometry_distortion", I, [P, F, F, I, I, ctypes.POINTER(F)]),
        ("lf_modifier_apply_color_modification", I, [P, P, F, F, I, I, I, I]),
    ]:
        function = getattr(lensfun, name)
        function.restype, function.argtypes = result, arguments
    return lensfun


class Correction:
    """The correction of the lens that is best for a camera; without a name, of the lens of its mount."""

    def __init__(self, maker, model, lens, crop, focal, aperture, distance, size, scale=1):
        self.lensfun = library()
        database = self.lensfun.lf_db_new()
        assert self.lensfun.lf_db_load(database) == 0
        cameras = self.lensfun.lf_db_find_cameras_ext(database, maker.encode(), model.encode(), 0)
        found = self.lensfun.lf_db_find_lenses_hd(database, cameras[0], None, lens.encode() if lens else None, 0)
        self.modifier = self.lensfun.lf_modifier_new(found[0], crop, *size)
        self.flags = self.lensfun.lf_modifier_initialize(
            self.modifier, found[0], DOUBLES, focal, aperture, distance, scale, RECTILINEAR, CORRECTIONS, 0)

    def auto_scale(self):
        return self.lensfun.lf_modifier_get_auto_scale(self.modifier, 0)

    def places(self, x, y):
        """The coordinates of red, green and blue, counted between the centers of pixels."""
        result = (F * 6)(*[x, y] * 3)
        self.lensfun.lf_modifier_apply_subpixel_geometry_distortion(self.modifier, x, y, 1, 1, result)
        return list(result)

    def gain(self, x, y):
        pixel = (ctypes.c_double * 3)(1, 1, 1)
        self.lensfun.lf_modifier_apply_color_modification(self.modifier, pixel, x, y, 1, 1, RGB, 24)
        return pixel[0]
