// SPDX-License-Identifier: Apache-2.0
//
// What the sources of this target share.

#ifndef CANDELA_PIPEWIRE_LIBRARY_H
#define CANDELA_PIPEWIRE_LIBRARY_H

#include "CPipeWire.h"

#include <pipewire/impl.h>
#include <pipewire/pipewire.h>
#include <pthread.h>
#include <stdatomic.h>

#define SYMBOLS(X)                                                                                                       \
    X(pw_init) X(pw_log_set_level) X(pw_thread_loop_new) X(pw_thread_loop_destroy) X(pw_thread_loop_start)                \
    X(pw_thread_loop_stop) X(pw_thread_loop_lock) X(pw_thread_loop_unlock) X(pw_thread_loop_get_loop) X(pw_context_new)   \
    X(pw_context_destroy) X(pw_context_load_module) X(pw_context_connect) X(pw_context_connect_fd) X(pw_core_disconnect)  \
    X(pw_proxy_destroy) X(pw_proxy_add_listener) X(pw_proxy_add_object_listener) X(pw_properties_new_string) X(pw_properties_set) X(pw_stream_new) X(pw_stream_add_listener)       \
    X(pw_stream_connect) X(pw_stream_destroy) X(pw_stream_update_params) X(pw_stream_get_node_id)                         \
    X(pw_stream_dequeue_buffer) X(pw_stream_queue_buffer)

#define MEMBER(name) __typeof__(&name) name;
extern struct candela_pipewire_library {
    SYMBOLS(MEMBER)
} candela_pipewire_library;
#undef MEMBER
/// The library's functions.
#define LIB candela_pipewire_library

/// More than any machine has. What goes beyond is not seen.
enum { MOST_NODES = 256, MOST_LINKS = 512, MOST_CONTROLS = 256, MOST_CHOICES = 64, LONGEST_TEXT = 512 };

/// A node of the registry.
struct node {
    struct candela_pipewire *connection;
    uint32_t id;
    uint64_t serial;
    bool is_source;
    int state;
    int process;
    char *name, *description, *role, *api, *v4l2_path, *libcamera_path, *application, *error;
    struct pw_proxy *proxy;
    struct spa_hook node_listener, proxy_listener;
};

struct link {
    struct candela_pipewire *connection;
    uint32_t id, output, input;
    struct pw_proxy *proxy;
    struct spa_hook listener;
};

/// A property while its node is being asked.
struct control {
    candela_pipewire_control told;
    char *name;
    int32_t numbers[MOST_CHOICES];
    char *labels[MOST_CHOICES];
};

/// What the params of a node are collected into. One request at a time.
struct request {
    uint32_t node, param;
    candela_pipewire_format *formats;
    candela_pipewire_value *values;
    struct control **controls;
    size_t room, count;
};

struct candela_pipewire {
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook core_listener, registry_listener;

    // What follows is behind `mutex`. The loop's thread takes it inside the loop's lock; nobody takes the loop's lock inside it.
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_cancelled, is_lost;
    char lost_words[256];
    int done_sequence;
    char version[32];
    struct node *nodes[MOST_NODES];
    size_t node_count;
    struct link *links[MOST_LINKS];
    size_t link_count;
    /// The global that holds the session manager's defaults.
    uint32_t manager;
    struct request *request;
    /// The last error that the daemon reported for a node.
    uint32_t failed_node;
    char failure[256];
    /// The last error of a link, and the node that took.
    uint32_t failed_input;
    char link_failure[256];
};

/// A moment on CLOCK_MONOTONIC, `limit_ms` from now.
struct timespec candela_pipewire_deadline(int limit_ms);

/// Waits until `mutex`'s state changes; false at the deadline. Call with the mutex held.
bool candela_pipewire_wait(candela_pipewire *connection, const struct timespec *deadline);

/// Asks the daemon to answer, and waits until it has answered everything before. Call without locks.
candela_pipewire_ending candela_pipewire_sync(candela_pipewire *connection, const struct timespec *deadline);

/// The node with that number; NULL if there is none. Call with the loop's lock or the mutex held.
struct node *candela_pipewire_find(candela_pipewire *connection, uint32_t id);

/// Takes a param of a node into the request that waits for it. Call with the mutex held.
void candela_pipewire_collect(struct request *request, const struct spa_pod *param);

/// The V4L2 number of a video format of SPA, and back; 0 if there is none.
uint32_t candela_pipewire_fourcc(uint32_t subtype, uint32_t format);
void candela_pipewire_spa_format(uint32_t fourcc, uint32_t *subtype, uint32_t *format);

/// A copy of a text, bounded; NULL for none.
char *candela_pipewire_text(const char *text);

#endif
