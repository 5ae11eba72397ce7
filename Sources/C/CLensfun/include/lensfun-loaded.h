#pragma once

// liblensfun, which `liblensfun_problem` loads on demand: it depends on the C++ library, and few runs need
// it.

#include <lensfun/lensfun.h>

#include "lazy-library.h"

#define LIBLENSFUN_FUNCTIONS(F) \
    F(lf_db_find_cameras_ext) \
    F(lf_db_find_lenses_hd) \
    F(lf_db_get_cameras) \
    F(lf_db_get_lenses) \
    F(lf_db_load) \
    F(lf_db_load_directory) \
    F(lf_db_new) \
    F(lf_free) \
    F(lf_lens_interpolate_distortion) \
    F(lf_lens_interpolate_tca) \
    F(lf_lens_interpolate_vignetting)

/// The functions used; call them only after `liblensfun_problem` has returned null.
extern struct LibLensfun { LIBLENSFUN_FUNCTIONS(LAZY_FUNCTION) } liblensfun;

/// Loads liblensfun on the first call. Returns null, or the reason why it cannot be used.
const char *liblensfun_problem(void);
