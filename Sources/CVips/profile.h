#pragma once

#include <stdbool.h>
#include <vips/vips.h>

typedef enum { PROFILE_IS_SRGB, PROFILE_CONVERTED, PROFILE_OTHER, PROFILE_FAILED } ProfileOutcome;

/// Converts one gray or three RGB bands of 8 or 16 bits to sRGB with a profile made of curves and a matrix,
/// as those of cameras and displays are. lcms works such a conversion out exactly for 8 bits only; for 16 it
/// samples it in a coarse grid, which is off by ten and more levels of 255 in dark and vivid colors.
/// `output` is a new image for PROFILE_CONVERTED alone; PROFILE_OTHER are profiles made of tables.
ProfileOutcome cvips_convert_matrix_profile(
    VipsImage *color, const void *profile, size_t length, VipsImage **output);
/// The intent to read colors with: relative colorimetric, or perceptual where the profile has a table for that alone.
VipsIntent cvips_intent(const void *profile, size_t length);
