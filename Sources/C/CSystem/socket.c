#define _GNU_SOURCE
#include "cprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { most_descriptors = 4 };

int cprocess_socket_pair(bool keepsBounds, int sockets[2]) {
    int made[2];
    if (socketpair(AF_UNIX, (keepsBounds ? SOCK_SEQPACKET : SOCK_STREAM) | SOCK_CLOEXEC, 0, made) != 0)
        return -1;
    // Avoids the numbers of the standard streams, which may be closed: printed text would be sent through the
    // socket.
    for (int i = 0; i < 2; i++) {
        sockets[i] = fcntl(made[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(made[i]);
    }
    if (sockets[0] >= 0 && sockets[1] >= 0)
        return 0;
    for (int i = 0; i < 2; i++) {
        if (sockets[i] >= 0)
            close(sockets[i]);
    }
    return -1;
}

bool cprocess_send(int socket, const void *bytes, size_t length, const int *descriptors, int count) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * most_descriptors)] = {0};
    while (length > 0) {
        struct iovec part = {(void *) bytes, length};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (count > 0 && count <= most_descriptors) {
            message.msg_control = control;
            message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t) count);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t) count);
            memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t) count);
        }
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        bytes = (const char *) bytes + sent;
        length -= (size_t) sent;
        count = 0;
    }
    return true;
}

ssize_t cprocess_receive(int socket, void *bytes, size_t length, int *descriptors, int most, int *count) {
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * most_descriptors)];
    struct iovec part = {bytes, length};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t received;
    do
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    *count = 0;
    if (received < 0)
        return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t held = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < held; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
            if (*count < most)
                descriptors[(*count)++] = descriptor;
            else
                close(descriptor);
        }
    }
    return received;
}

/// True if the name belongs to a socket on which no program listens any more.
static bool is_abandoned(const struct sockaddr_un *address) {
    struct stat status;
    if (lstat(address->sun_path, &status) != 0 || !S_ISSOCK(status.st_mode))
        return false;
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (probe < 0)
        return false;
    int connected = connect(probe, (const struct sockaddr *) address, sizeof *address);
    bool refused = connected != 0 && errno == ECONNREFUSED;
    close(probe);
    return refused;
}

static int bind_privately(int listener, const struct sockaddr_un *address) {
    mode_t mask = umask(0177);
    int status = bind(listener, (const struct sockaddr *) address, sizeof *address);
    umask(mask);
    return status;
}

int cprocess_listen(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0)
        return -1;
    int status = bind_privately(listener, &address);
    if (status != 0 && errno == EADDRINUSE) {
        if (is_abandoned(&address) && unlink(path) == 0)
            status = bind_privately(listener, &address);
        else
            errno = EADDRINUSE;
    }
    if (status == 0 && listen(listener, SOMAXCONN) == 0)
        return listener;
    int reason = errno;
    close(listener);
    errno = reason;
    return -1;
}

int cprocess_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}
