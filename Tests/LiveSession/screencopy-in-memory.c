// Makes xdg-desktop-portal-wlr capture a screen that is not drawn by a graphics card; loaded with LD_PRELOAD.
//
// Versions 0.7 give up if the compositor offers no DMA-BUF, although they can also copy through memory:
// https://github.com/emersion/xdg-desktop-portal-wlr/issues/289. So each frame is also offered as a DMA-BUF.
// None is ever created, since without a card there are no modifiers to agree on.
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

// A frame's listener, in the order of the protocol's events.
struct Listener {
    void (*buffer)(void *, void *, uint32_t, uint32_t, uint32_t, uint32_t);
    void (*flags)(void), (*ready)(void), (*failed)(void), (*damage)(void);
    void (*linux_dmabuf)(void *, void *, uint32_t, uint32_t, uint32_t);
    void (*buffer_done)(void);
};

enum { XRGB8888 = 'X' | 'R' << 8 | '2' << 16 | '4' << 24 };

static struct Listener theirs, ours;

static void offers(
    void *data, void *frame, uint32_t format, uint32_t width, uint32_t height, uint32_t stride) {
    theirs.linux_dmabuf(data, frame, XRGB8888, width, height);
    theirs.buffer(data, frame, format, width, height, stride);
}

int wl_proxy_add_listener(void *proxy, void (**functions)(void), void *data) {
    int (*next)(void *, void (**)(void), void *) = dlsym(RTLD_NEXT, "wl_proxy_add_listener");
    const char *(*class_of)(void *) = dlsym(RTLD_NEXT, "wl_proxy_get_class");
    if (strcmp(class_of(proxy), "zwlr_screencopy_frame_v1") == 0) {
        memcpy(&theirs, functions, sizeof theirs);
        ours = theirs;
        ours.buffer = offers;
        functions = (__typeof__(functions)) &ours;
    }
    return next(proxy, functions, data);
}
