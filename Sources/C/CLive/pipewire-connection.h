#pragma once

// The internals of a connection to PipeWire, for listing its cameras and reading their frames.

#include "pipewire-cameras.h"
#include "pipewire.h"

/// A camera that is currently connected.
typedef struct Node Node;

/// Used only with the loop's lock held.
struct Connection {
    int references;
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook coreListener, registryListener;
    Node *nodes;
    /// The sequence number of the message that is answered after the first nodes.
    int sequence;
    bool knowsNodes, isLost;
    uint64_t version;
};
