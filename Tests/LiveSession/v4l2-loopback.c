// Simulates devices of the module v4l2loopback, and records what a program writes to them; loaded with
// LD_PRELOAD.
//
// GLINT_TEST_V4L2 lists the devices: PATH=FOLDER[,OPTION]…[;PATH=FOLDER…]. The options:
//     capture         it is a camera: it cannot be written to
//     busy            opening it fails because it is in use
//     denied          opening it fails for lack of permission
//     vanish=N        it is unplugged after N writes
//     only=FOURCC     it supports only this format, such as YU12, and returns it for all others
//     size=WxH        it supports only this size, and returns it for all others
//     refuses         it rejects formats other than its own with EBUSY
// FOLDER/calls receives a line for each relevant call, and FOLDER/frames the bytes written.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

struct Device {
    char path[256], folder[1024];
    int is_capture, is_busy, is_denied, refuses, writes_left;
    uint32_t only, width, height;
    struct v4l2_format format;
    struct v4l2_fract interval;
};

enum {
    MOST_DEVICES = 8,
    MOST_FILES = 4096,
};

static struct Device devices[MOST_DEVICES];
static struct Device *opened[MOST_FILES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static const uint32_t FORMATS[] = {
    V4L2_PIX_FMT_YUYV,
    V4L2_PIX_FMT_YUV420,
    V4L2_PIX_FMT_NV12,
    V4L2_PIX_FMT_RGB24,
    V4L2_PIX_FMT_XBGR32,
};

#define NEXT(function) ((__typeof__(&function)) dlsym(RTLD_NEXT, #function))

__attribute__((constructor)) static void begin(void) {
    char text[4096], *rest = NULL;
    snprintf(text, sizeof text, "%s", getenv("GLINT_TEST_V4L2") ? getenv("GLINT_TEST_V4L2") : "");
    struct Device *device = devices;
    for (char *item = strtok_r(text, ";", &rest); item && device < devices + MOST_DEVICES - 1;
         item = strtok_r(NULL, ";", &rest), device++) {
        char *options = NULL;
        char *word = strtok_r(item, ",", &options);
        if (sscanf(word, "%255[^=]=%1023[^,]", device->path, device->folder) != 2) abort();
        device->writes_left = -1;
        while ((word = strtok_r(NULL, ",", &options))) {
            if (strcmp(word, "capture") == 0) device->is_capture = 1;
            else if (strcmp(word, "busy") == 0) device->is_busy = 1;
            else if (strcmp(word, "denied") == 0) device->is_denied = 1;
            else if (strncmp(word, "vanish=", 7) == 0) device->writes_left = atoi(word + 7);
            else if (strncmp(word, "only=", 5) == 0 && strlen(word) == 9)
                device->only = v4l2_fourcc(word[5], word[6], word[7], word[8]);
            else if (sscanf(word, "size=%ux%u", &device->width, &device->height) == 2) continue;
            else if (strcmp(word, "refuses") == 0) device->refuses = 1;
            else abort();
        }
        mkdir(device->folder, 0700);
    }
}

static struct Device *named(const char *path) {
    for (struct Device *device = devices; path && device->path[0]; device++)
        if (strcmp(device->path, path) == 0) return device;
    return NULL;
}

static struct Device *behind(int file) { return file >= 0 && file < MOST_FILES ? opened[file] : NULL; }

static int fails(int error) {
    errno = error;
    return -1;
}

static void append(struct Device *device, const char *name, const void *bytes, size_t count) {
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", device->folder, name);
    int file = NEXT(openat)(AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    while (count > 0) {
        ssize_t written = NEXT(write)(file, bytes, count);
        if (written <= 0) break;
        bytes = (const char *) bytes + written;
        count -= written;
    }
    int (*next)(int) = NEXT(close);
    next(file);
}

__attribute__((format(printf, 2, 3))) static void note(struct Device *device, const char *format, ...) {
    char line[512];
    va_list rest;
    va_start(rest, format);
    int length = vsnprintf(line, sizeof line, format, rest);
    va_end(rest);
    append(device, "calls", line, length);
}

static int opens(struct Device *device, int flags) {
    if (device->is_denied) return fails(EACCES);
    if (device->is_busy) return fails(EBUSY);
    if (device->writes_left == 0) return fails(ENODEV);
    int file = NEXT(openat)(AT_FDCWD, "/dev/null", flags & ~(O_CREAT | O_EXCL | O_TRUNC));
    if (file < 0 || file >= MOST_FILES) return file;
    opened[file] = device;
    note(device, "open\n");
    return file;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) &O_CREAT || ((flags) &O_TMPFILE) == O_TMPFILE) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return named(path) ? opens(named(path), flags) : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return named(path) ? opens(named(path), flags) : NEXT(open64)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return named(path) ? opens(named(path), flags) : NEXT(openat)(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return named(path) ? opens(named(path), flags) : NEXT(openat64)(folder, path, flags, mode);
}

// An ordinary device in place of the simulated one, for calls that check its existence.
#define STANDING_IN(path) (named(path) ? "/dev/null" : (path))

int stat(const char *path, struct stat *result) { return NEXT(stat)(STANDING_IN(path), result); }
int lstat(const char *path, struct stat *result) { return NEXT(lstat)(STANDING_IN(path), result); }
int stat64(const char *path, struct stat64 *result) { return NEXT(stat64)(STANDING_IN(path), result); }
int lstat64(const char *path, struct stat64 *result) { return NEXT(lstat64)(STANDING_IN(path), result); }
int access(const char *path, int mode) {
    struct Device *device = named(path);
    return device && device->is_denied && mode != F_OK
        ? fails(EACCES)
        : NEXT(access)(STANDING_IN(path), mode);
}

/// Fills in the driver's choices for a format.
static void settle(struct Device *device, struct v4l2_format *format) {
    struct v4l2_pix_format *pixels = &format->fmt.pix;
    int is_known = 0;
    for (size_t index = 0; index < sizeof FORMATS / sizeof *FORMATS; index++) {
        is_known |= FORMATS[index] == pixels->pixelformat;
    }
    if (device->only) pixels->pixelformat = device->only;
    else if (!is_known) pixels->pixelformat = FORMATS[0];
    if (device->width) {
        pixels->width = device->width;
        pixels->height = device->height;
    }
    if (pixels->width == 0) pixels->width = 640;
    if (pixels->height == 0) pixels->height = 480;
    switch (pixels->pixelformat) {
    case V4L2_PIX_FMT_YUV420:
    case V4L2_PIX_FMT_NV12:
        pixels->bytesperline = pixels->width;
        pixels->sizeimage =
            pixels->width * pixels->height + 2 * ((pixels->width + 1) / 2) * ((pixels->height + 1) / 2);
        break;
    case V4L2_PIX_FMT_RGB24:
        pixels->bytesperline = pixels->width * 3;
        pixels->sizeimage = pixels->bytesperline * pixels->height;
        break;
    case V4L2_PIX_FMT_XBGR32:
        pixels->bytesperline = pixels->width * 4;
        pixels->sizeimage = pixels->bytesperline * pixels->height;
        break;
    default:
        pixels->bytesperline = pixels->width * 2;
        pixels->sizeimage = pixels->bytesperline * pixels->height;
    }
    if (pixels->field == V4L2_FIELD_ANY) pixels->field = V4L2_FIELD_NONE;
}

static int controls(struct Device *device, unsigned long request, void *argument) {
    uint32_t capabilities = V4L2_CAP_READWRITE | V4L2_CAP_STREAMING
        | (device->is_capture ? V4L2_CAP_VIDEO_CAPTURE : V4L2_CAP_VIDEO_OUTPUT);
    switch (request) {
    case VIDIOC_QUERYCAP: {
        struct v4l2_capability *capability = argument;
        memset(capability, 0, sizeof *capability);
        strcpy((char *) capability->driver, device->is_capture ? "uvcvideo" : "v4l2 loopback");
        strcpy((char *) capability->card, device->is_capture ? "Test Camera" : "Test Loopback");
        strcpy((char *) capability->bus_info, "platform:test");
        capability->device_caps = capabilities;
        capability->capabilities = capabilities | V4L2_CAP_DEVICE_CAPS;
        return 0;
    }
    case VIDIOC_ENUM_FMT: {
        struct v4l2_fmtdesc *description = argument;
        uint32_t count = device->only ? 1 : sizeof FORMATS / sizeof *FORMATS;
        if (device->is_capture || description->type != V4L2_BUF_TYPE_VIDEO_OUTPUT
            || description->index >= count)
            return fails(EINVAL);
        description->pixelformat = device->only ? device->only : FORMATS[description->index];
        return 0;
    }
    case VIDIOC_G_FMT:
    case VIDIOC_TRY_FMT:
    case VIDIOC_S_FMT: {
        struct v4l2_format *format = argument;
        if (device->is_capture || format->type != V4L2_BUF_TYPE_VIDEO_OUTPUT) return fails(EINVAL);
        if (request == VIDIOC_G_FMT) {
            if (!device->format.type) {
                device->format.type = format->type;
                settle(device, &device->format);
            }
            *format = device->format;
            return 0;
        }
        struct v4l2_pix_format wanted = format->fmt.pix;
        settle(device, format);
        if (device->refuses
            && (wanted.width != format->fmt.pix.width || wanted.height != format->fmt.pix.height
                || wanted.pixelformat != format->fmt.pix.pixelformat))
            return fails(EBUSY);
        if (request == VIDIOC_S_FMT) {
            const struct v4l2_pix_format *pixels = &format->fmt.pix;
            device->format = *format;
            note(
                device,
                "format %.4s %ux%u stride %u size %u field %u colorspace %u quantization %u encoding %u transfer %u\n",
                (const char *) &pixels->pixelformat, pixels->width, pixels->height, pixels->bytesperline,
                pixels->sizeimage, pixels->field, pixels->colorspace, pixels->quantization, pixels->ycbcr_enc,
                pixels->xfer_func);
        }
        return 0;
    }
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: {
        struct v4l2_streamparm *parameters = argument;
        if (device->is_capture || parameters->type != V4L2_BUF_TYPE_VIDEO_OUTPUT) return fails(EINVAL);
        struct v4l2_outputparm *output = &parameters->parm.output;
        output->capability = V4L2_CAP_TIMEPERFRAME;
        if (request == VIDIOC_G_PARM) {
            output->timeperframe = device->interval;
        } else {
            device->interval = output->timeperframe;
            note(device, "interval %u/%u\n", device->interval.numerator, device->interval.denominator);
        }
        return 0;
    }
    default:
        return fails(ENOTTY);
    }
}

int ioctl(int file, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    struct Device *device = behind(file);
    if (!device) return NEXT(ioctl)(file, request, argument);
    if (device->writes_left == 0) return fails(ENODEV);
    pthread_mutex_lock(&mutex);
    int result = controls(device, request, argument);
    pthread_mutex_unlock(&mutex);
    return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
    struct Device *device = behind(file);
    if (!device) return NEXT(write)(file, bytes, count);
    if (device->is_capture) return fails(EINVAL);
    if (device->writes_left == 0) return fails(ENODEV);
    pthread_mutex_lock(&mutex);
    if (device->writes_left > 0) device->writes_left--;
    note(device, "write %zu\n", count);
    append(device, "frames", bytes, count);
    pthread_mutex_unlock(&mutex);
    return count;
}

int close(int file) {
    struct Device *device = behind(file);
    if (device) {
        opened[file] = NULL;
        note(device, "close\n");
    }
    return NEXT(close)(file);
}
