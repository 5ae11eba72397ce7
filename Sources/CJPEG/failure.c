#include "failure.h"

#include <jerror.h>

static void fail(j_common_ptr jpeg) {
    Failure *failure = (Failure *)jpeg->err;
    jpeg->err->format_message(jpeg, failure->message);
    longjmp(failure->target, 1);
}

/// A decoder goes on after most damage; only missing data, which it would make up, is an error.
static void consider(j_common_ptr jpeg, int level) {
    if (level < 0 && jpeg->err->msg_code == JWRN_JPEG_EOF)
        fail(jpeg);
}

void failure_prepare(Failure *failure) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = fail;
    failure->manager.emit_message = consider;
}
