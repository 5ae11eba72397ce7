#pragma once

// libheif, loaded by the first call: it comes with the codecs of AVIF and HEVC, which take longer to load than a small picture takes
// to be decoded.

#include <libheif/heif.h>

/// Why libheif cannot be used, and none of its functions called; null where it can.
const char *libheif_problem(void);
