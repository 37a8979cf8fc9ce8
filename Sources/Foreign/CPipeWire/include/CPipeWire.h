// SPDX-License-Identifier: Apache-2.0
//
// Cameras of PipeWire with libpipewire-0.3, loaded on first use. A connection has a thread of its own, which belongs to
// the library; callbacks of the library never leave this target.

#ifndef CANDELA_CPIPEWIRE_H
#define CANDELA_CPIPEWIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads libpipewire once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_pipewire_load(void);

/// How a call ended.
typedef enum {
    CANDELA_PIPEWIRE_OK,
    /// No daemon listens at the socket.
    CANDELA_PIPEWIRE_NO_DAEMON,
    /// The daemon does not let this process in.
    CANDELA_PIPEWIRE_REFUSED,
    /// The connection ended, as when the daemon stops.
    CANDELA_PIPEWIRE_LOST,
    /// The node is not there, or was removed.
    CANDELA_PIPEWIRE_NO_NODE,
    /// Nothing came within the limit.
    CANDELA_PIPEWIRE_LATE,
    /// `candela_pipewire_cancel` was called, or the stream was stopped.
    CANDELA_PIPEWIRE_CANCELLED,
    /// Any other failure; the words tell.
    CANDELA_PIPEWIRE_FAILED,
} candela_pipewire_ending;

/// Why a call failed.
typedef struct {
    candela_pipewire_ending ending;
    /// Of a stream that got no frame: whether the session manager linked it to its source, as far as this is seen, and whether
    /// the two agreed on a format.
    bool was_linked, was_agreed;
    /// The library's words, or empty.
    char words[256];
} candela_pipewire_failure;

/// A connection to the daemon. Its functions can be called from any thread, but requests (survey, formats, controls, values,
/// set) from one at a time.
typedef struct candela_pipewire candela_pipewire;

/// Connects to the daemon, or over `descriptor`, which is taken over, if it is not -1. Returns NULL on failure, with the cause.
/// Does not block.
candela_pipewire *_Nullable candela_pipewire_connect(int descriptor, candela_pipewire_failure *failure);

/// Closes the connection. Close its streams first.
void candela_pipewire_close(candela_pipewire *connection);

/// Ends every wait of the connection and its streams, now and later. From any thread.
void candela_pipewire_cancel(candela_pipewire *connection);

/// Waits until everything that the daemon has is known.
candela_pipewire_ending candela_pipewire_survey(candela_pipewire *connection, int limit_ms);

/// What the daemon said of itself. Copies the version, "1.4.2", empty before a survey. Tells whether a session manager has
/// registered; over a portal's connection that is not seen.
void candela_pipewire_daemon(candela_pipewire *connection, char *version, size_t version_size, bool *has_manager);

/// A node that gives video, or that takes it.
typedef struct {
    uint32_t id;
    uint64_t serial;
    bool is_source;
    /// `enum pw_node_state`: -1 error, 0 being created, 1 suspended, 2 idle, 3 running.
    int state;
    /// The process, if known, else 0.
    int process;
    const char *_Nullable name;
    const char *_Nullable description;
    const char *_Nullable role;
    /// "v4l2", "libcamera", or NULL.
    const char *_Nullable api;
    const char *_Nullable v4l2_path;
    const char *_Nullable libcamera_path;
    const char *_Nullable application;
    const char *_Nullable error;
    /// If it takes video: the source that it is linked to, else `UINT32_MAX`.
    uint32_t source;
} candela_pipewire_node;

/// Calls `body` for each node known now, with strings that are valid during the call.
void candela_pipewire_nodes(candela_pipewire *connection, void (*body)(void *context, const candela_pipewire_node *node),
                            void *context);

/// A format that a node offers. Sizes are those of `minimum` and `maximum`, which are equal for a single size.
typedef struct {
    /// The V4L2 number, 0 if V4L2 has none.
    uint32_t fourcc;
    uint32_t minimum_width, minimum_height, maximum_width, maximum_height;
    /// Frames per second as fractions, 0/0 if the node does not say.
    uint32_t fastest_numerator, fastest_denominator, slowest_numerator, slowest_denominator;
} candela_pipewire_format;

/// Asks the node for its formats. Returns at most `room` of them.
candela_pipewire_ending candela_pipewire_formats(candela_pipewire *connection, uint32_t node, int limit_ms,
                                                 candela_pipewire_format *formats, size_t room, size_t *count);

typedef enum {
    CANDELA_PIPEWIRE_BOOLEAN,
    CANDELA_PIPEWIRE_INTEGER,
    CANDELA_PIPEWIRE_LONG,
    CANDELA_PIPEWIRE_FLOAT,
    CANDELA_PIPEWIRE_DOUBLE,
} candela_pipewire_type;

/// A property of a node that can be set.
typedef struct {
    /// SPA's number: below 0x1000000 SPA's own, above it 0x1000000 + the number in the interface of the camera.
    uint32_t id;
    candela_pipewire_type type;
    const char *_Nullable name;
    double minimum, maximum, initial;
    /// 0 if the node does not say.
    double step;
    /// The choices of a menu: numbers and labels.
    size_t choices;
    const int32_t *_Nullable numbers;
    const char *_Nullable const *_Nullable labels;
} candela_pipewire_control;

/// Asks the node for its properties, and calls `body` for each, with strings that are valid during the call.
candela_pipewire_ending candela_pipewire_controls(candela_pipewire *connection, uint32_t node, int limit_ms,
                                                  void (*body)(void *context, const candela_pipewire_control *control),
                                                  void *context);

typedef struct {
    uint32_t id;
    candela_pipewire_type type;
    double value;
} candela_pipewire_value;

/// Asks the node for the values of its properties. Daemons before 1.0 tell none of a V4L2 camera's.
candela_pipewire_ending candela_pipewire_values(candela_pipewire *connection, uint32_t node, int limit_ms,
                                                candela_pipewire_value *values, size_t room, size_t *count);

/// Sets a property, and waits until the daemon has answered. It reports few failures of the device: read the value back.
candela_pipewire_ending candela_pipewire_set(candela_pipewire *connection, uint32_t node,
                                             const candela_pipewire_value *value, int limit_ms,
                                             candela_pipewire_failure *failure);

/// A format that this program takes. The first that the node has is used.
typedef struct {
    uint32_t fourcc;
    uint32_t width, height;
    /// Frames per second.
    uint32_t numerator, denominator;
    /// Only this size; else any, and this one if possible.
    bool is_exact;
} candela_pipewire_offer;

typedef struct candela_pipewire_stream candela_pipewire_stream;

/// The format of a running stream.
typedef struct {
    uint32_t fourcc, width, height, numerator, denominator;
} candela_pipewire_agreed;

/// Opens a stream from the node and waits for the format and the first frame. Returns NULL on failure, with the cause.
///
/// `allows_dmabuf`: also take buffers of a device's memory. Without it, the daemon gives memory that is cheaper to read, but some
/// nodes have none.
candela_pipewire_stream *_Nullable candela_pipewire_open(candela_pipewire *connection, uint32_t node,
                                                         const candela_pipewire_offer *offers, size_t count,
                                                         bool allows_dmabuf, int limit_ms,
                                                         candela_pipewire_agreed *agreed,
                                                         candela_pipewire_failure *failure);

/// A frame, whose bytes stay valid until it is released.
typedef struct candela_pipewire_frame candela_pipewire_frame;

typedef struct {
    candela_pipewire_frame *_Nullable frame;
    const void *_Nullable bytes;
    size_t size;
    /// From row to row, 0 if the node does not say.
    uint32_t stride;
    candela_pipewire_agreed format;
    /// Of the source; 0 and 0 if it does not say.
    uint64_t sequence;
    int64_t time_ns;
    /// When it arrived, on CLOCK_MONOTONIC.
    int64_t arrival_ns;
    /// Whether the bytes are the source's buffer, which other readers share, rather than a copy.
    bool is_lent;
} candela_pipewire_picture;

/// Waits for a frame that is newer than the last one taken. On failure the words have the cause.
candela_pipewire_ending candela_pipewire_take(candela_pipewire_stream *stream, int limit_ms,
                                              candela_pipewire_picture *picture,
                                              candela_pipewire_failure *failure);

/// Gives a frame's buffer back. From any thread, also after the stream was stopped; before `candela_pipewire_free`.
void candela_pipewire_release(candela_pipewire_stream *stream, candela_pipewire_frame *frame);

typedef struct {
    uint64_t captured, superseded, dropped, corrupt;
} candela_pipewire_counts;

candela_pipewire_counts candela_pipewire_count(candela_pipewire_stream *stream);

/// Ends the stream and its waits. From any thread, repeatedly.
void candela_pipewire_stop(candela_pipewire_stream *stream);

/// Frees a stream, all of whose frames have been released.
void candela_pipewire_free(candela_pipewire_stream *stream);

#pragma clang assume_nonnull end

#endif
