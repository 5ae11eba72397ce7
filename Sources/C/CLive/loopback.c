#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "clive-loopback.h"
#include "gstreamer.h"

/// Retries calls that were interrupted by a signal.
static int request(int descriptor, unsigned long code, void *argument) {
    int result;
    do result = ioctl(descriptor, code, argument);
    while (result < 0 && errno == EINTR);
    return result;
}

static bool fail_with_system(CLiveFailure *failure) {
    int error = errno;
    switch (error) {
    case ENOENT:
    case ENODEV:
    case ENXIO: return clive_fail(failure, CLIVE_NOT_FOUND, strerror(error));
    case EBUSY: return clive_fail(failure, CLIVE_BUSY, strerror(error));
    case EACCES:
    case EPERM: return clive_fail(failure, CLIVE_DENIED, strerror(error));
    default: return clive_fail(failure, CLIVE_OTHER, strerror(error));
    }
}

static bool set_form(int descriptor, CLiveLoopbackForm *form, CLiveFailure *failure) {
    struct v4l2_capability capability = {0};
    if (request(descriptor, VIDIOC_QUERYCAP, &capability) < 0) {
        return clive_fail(failure, CLIVE_NO_FORMAT, "it is not a video device");
    }
    unsigned abilities =
        capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
    if (!(abilities & V4L2_CAP_VIDEO_OUTPUT)) {
        return clive_fail(failure, CLIVE_NO_FORMAT, "it is a camera and does not accept frames");
    }
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    format.fmt.pix.width = form->width;
    format.fmt.pix.height = form->height;
    format.fmt.pix.pixelformat = V4L2_PIX_FMT_YUYV;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    format.fmt.pix.bytesperline = 2 * form->width;
    format.fmt.pix.sizeimage = 2 * form->width * form->height;
    format.fmt.pix.colorspace = V4L2_COLORSPACE_SRGB;
    format.fmt.pix.ycbcr_enc = V4L2_YCBCR_ENC_601;
    format.fmt.pix.quantization = V4L2_QUANTIZATION_LIM_RANGE;
    // A device that is fixed to another format returns that format, or refuses, depending on the version of
    // the module.
    if (request(descriptor, VIDIOC_S_FMT, &format) < 0) {
        struct v4l2_format fixed = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
        bool isFixed = errno == EBUSY || errno == EINVAL;
        int error = errno;
        if (!isFixed || request(descriptor, VIDIOC_G_FMT, &fixed) < 0 || fixed.fmt.pix.width == 0) {
            errno = error;
            return fail_with_system(failure);
        }
        format = fixed;
    }
    const struct v4l2_pix_format *set = &format.fmt.pix;
    form->width = (int) set->width;
    form->height = (int) set->height;
    for (int index = 0; index < 4; index++) form->format[index] = (char) (set->pixelformat >> 8 * index);
    return true;
}

/// Reports the rate to readers. Not every version of the module accepts it.
static void set_rate(int descriptor, double rate) {
    struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    bool isWhole = rate == round(rate);
    parameters.parm.output.timeperframe.numerator = isWhole ? 1 : 1000;
    parameters.parm.output.timeperframe.denominator = (unsigned) lround(isWhole ? rate : rate * 1000);
    request(descriptor, VIDIOC_S_PARM, &parameters);
}

int clive_loopback_open(const char *path, CLiveLoopbackForm *form, double rate, CLiveFailure *failure) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) {
        fail_with_system(failure);
        return -1;
    }
    if (set_form(descriptor, form, failure)) {
        set_rate(descriptor, rate);
        return descriptor;
    }
    close(descriptor);
    return -1;
}

bool clive_loopback_write(int descriptor, const void *bytes, size_t byteCount, CLiveFailure *failure) {
    ssize_t written;
    do written = write(descriptor, bytes, byteCount);
    while (written < 0 && errno == EINTR);
    return written >= 0 || fail_with_system(failure);
}
