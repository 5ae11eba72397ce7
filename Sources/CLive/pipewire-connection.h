#pragma once

// What a connection to PipeWire is made of, for those who list its cameras and who take their frames.

#include "pipewire-cameras.h"
#include "pipewire.h"

/// A camera while it is there.
typedef struct Node Node;

/// All of it is used with the loop's lock held.
struct Connection {
    int references;
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook coreListener, registryListener;
    Node *nodes;
    /// Of the message whose answer comes behind the first nodes.
    int sequence;
    bool knowsNodes, isLost;
    uint64_t version;
};
