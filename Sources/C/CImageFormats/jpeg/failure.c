#include "failure.h"

#include <jerror.h>
#include <stdbool.h>
#include <stddef.h>

static void fail(j_common_ptr jpeg) {
    Failure *failure = (Failure *) jpeg->err;
    jpeg->err->format_message(jpeg, failure->message);
    longjmp(failure->target, 1);
}

/// Some writers pad the data before a marker with bytes of a single value.
static bool skips_padding(j_decompress_ptr jpeg) {
    // The skipped bytes end at the current input position, and are still in memory.
    size_t count = (size_t) jpeg->err->msg_parm.i[0];
    const JOCTET *end = jpeg->src->next_input_byte;
    for (size_t index = 1; index <= count; index++)
        if (end[-(ptrdiff_t) index] != 0x00 && end[-(ptrdiff_t) index] != 0xFF)
            return false;
    return true;
}

/// True if a libjpeg warning means that pixels are invented or pixel data is skipped. Other warnings concern
/// headers.
static bool means_damage(j_common_ptr jpeg) {
    switch (jpeg->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
        return true;
    case JWRN_EXTRANEOUS_DATA: {
        j_decompress_ptr decoder = (j_decompress_ptr) jpeg;
        // There is no pixel data before the first scan.
        return decoder->input_scan_number > 0 && !skips_padding(decoder);
    }
    default:
        return false;
    }
}

/// After damage, libjpeg continues with invented pixels.
static void consider(j_common_ptr jpeg, int level) {
    Failure *failure = (Failure *) jpeg->err;
    if (level < 0 && jpeg->is_decompressor && !failure->acceptsDamage && means_damage(jpeg))
        fail(jpeg);
}

void failure_prepare(Failure *failure) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = fail;
    failure->manager.emit_message = consider;
}
