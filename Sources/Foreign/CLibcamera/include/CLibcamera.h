// SPDX-License-Identifier: Apache-2.0
//
// The interface between Swift and libcamera. libcamera is C++, and each version of it has another binary interface, so a small
// plugin (`CLibcameraPlugin`, built as libcandela-libcamera.so) hides it behind the C table below. No C++ exception crosses the
// table. Functions that return int return 0 or an errno.

#ifndef CLIBCAMERA_H
#define CLIBCAMERA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Increase this whenever a struct below changes. Plugins with another number are rejected.
#define CLIBCAMERA_ABI 1u

/// One camera of libcamera. Texts are libcamera's, and untrusted.
typedef struct clibcamera_camera {
    /// Unique and lasting.
    const char *id;
    /// The model of the sensor or webcam; empty if it is not known.
    const char *model;
    /// 0 front, 1 back, 2 external; -1 not known.
    int32_t location;
    /// The device numbers (`dev_t`) of the nodes that belong to it, as far as known.
    const uint64_t *devices;
    size_t device_count;
} clibcamera_camera;

typedef struct clibcamera_list {
    const clibcamera_camera *cameras;
    size_t count;
} clibcamera_list;

/// A format, named by its DRM code, at a size.
typedef struct clibcamera_mode {
    uint32_t format;
    uint32_t width, height;
} clibcamera_mode;

enum {
    CLIBCAMERA_BOOL = 1,
    CLIBCAMERA_BYTE = 2,
    CLIBCAMERA_INTEGER32 = 3,
    CLIBCAMERA_INTEGER64 = 4,
    CLIBCAMERA_FLOAT = 5,
    /// Four numbers: x, y, width, height.
    CLIBCAMERA_RECTANGLE = 6,
};

#define CLIBCAMERA_NUMBERS 4

/// The value of a control: a number, a rectangle, or an array of up to four numbers.
typedef struct clibcamera_value {
    /// libcamera's number of the control, which may differ in another version.
    uint32_t id;
    uint8_t type;
    uint8_t is_array;
    /// How many of `numbers` are set.
    uint8_t count;
    double numbers[CLIBCAMERA_NUMBERS];
} clibcamera_value;

/// One of the choices of a control.
typedef struct clibcamera_choice {
    int64_t value;
    /// Empty if libcamera does not name it.
    const char *name;
} clibcamera_choice;

typedef struct clibcamera_control {
    uint32_t id;
    uint8_t type;
    const char *name;
    /// `count` is 0 if libcamera gives none.
    clibcamera_value minimum, maximum, standard;
    const clibcamera_choice *choices;
    size_t choice_count;
} clibcamera_control;

typedef struct clibcamera_controls {
    const clibcamera_control *controls;
    size_t count;
} clibcamera_controls;

/// What a stream was configured to; it may differ from what was asked for.
typedef struct clibcamera_format {
    uint32_t format;
    uint32_t width, height;
    /// Bytes from one row of the first plane to the next; 0 for compressed formats.
    uint32_t stride;
} clibcamera_format;

typedef struct clibcamera_plane {
    const uint8_t *bytes;
    size_t length;
    /// Bytes that the driver says it wrote; not reliable for uncompressed formats.
    size_t used;
} clibcamera_plane;

#define CLIBCAMERA_PLANES 4
#define CLIBCAMERA_METADATA 32

typedef struct clibcamera_frame {
    /// For `release`.
    uint32_t index;
    /// Counts the frames of the stream; a gap means dropped frames.
    uint64_t sequence;
    /// Nanoseconds, of CLOCK_MONOTONIC or CLOCK_BOOTTIME; 0 if there is none.
    uint64_t timestamp;
    clibcamera_plane planes[CLIBCAMERA_PLANES];
    size_t plane_count;
    /// What the pipeline says of this frame.
    clibcamera_value metadata[CLIBCAMERA_METADATA];
    size_t metadata_count;
} clibcamera_frame;

typedef struct clibcamera_statistics {
    uint64_t captured, superseded, dropped, damaged;
} clibcamera_statistics;

/// A camera that this process has for itself.
typedef struct clibcamera_session clibcamera_session;
/// A running stream.
typedef struct clibcamera_stream clibcamera_stream;

typedef struct clibcamera_functions {
    uint32_t abi;
    /// Of the libcamera that the plugin was compiled with: major, minor, patch.
    uint32_t version[3];

    /// Lists the cameras. Blocks while libcamera opens all media devices, unless a session is open.
    ///
    /// - candidates: device numbers of video nodes, for versions of libcamera that can only be asked to which camera a node
    ///   belongs.
    int (*list)(const uint64_t *candidates, size_t count, clibcamera_list **list);
    void (*release_list)(clibcamera_list *list);
    /// The last lines that libcamera logged as warnings or errors, joined by newlines, at most `size` bytes with the final 0.
    void (*log)(char *text, size_t size);
    /// The name of a control or of a value in metadata, valid for the lifetime of the process; NULL if libcamera has none.
    const char *(*name)(uint32_t id);

    /// Takes a camera for this process. ENODEV: there is no such camera; EBUSY: another process has it.
    int (*open)(const char *id, clibcamera_session **session);
    /// Stop its stream first.
    void (*close)(clibcamera_session *session);
    /// The modes for viewing. The caller frees `*modes` with `free_modes`.
    int (*modes)(clibcamera_session *session, clibcamera_mode **modes, size_t *count);
    void (*free_modes)(clibcamera_mode *modes);
    /// The controls; their ranges can depend on the mode of the last `start`.
    int (*controls)(clibcamera_session *session, clibcamera_controls **controls);
    void (*free_controls)(clibcamera_controls *controls);
    /// Takes the controls to set with the next frame that is requested, also before `start`. Replaces earlier values of the same
    /// controls. EINVAL: no such control, or a value of another type.
    int (*set)(clibcamera_session *session, const clibcamera_value *values, size_t count);

    /// Configures and starts a stream. `*format` is what is wanted, then what is. A session has one stream at a time (EBUSY).
    int (*start)(clibcamera_session *session, clibcamera_format *format, clibcamera_stream **stream);
    /// Waits for a frame that is newer than the last one. ETIMEDOUT; ENODEV: the camera is gone; ECANCELED: stopped.
    int (*next)(clibcamera_stream *stream, int64_t timeout_ns, clibcamera_frame *frame);
    /// Returns a frame's buffer to the camera. From any thread, also after `stop` and `close`.
    void (*release)(clibcamera_stream *stream, uint32_t index);
    void (*statistics)(clibcamera_stream *stream, clibcamera_statistics *statistics);
    /// Makes `next` return ECANCELED from now on. From any thread, repeatedly.
    void (*wake)(clibcamera_stream *stream);
    /// Stops the camera. Frames that were taken stay readable until they are released. Wait for `next` to return before.
    void (*stop)(clibcamera_stream *stream);
    /// Gives up the stream, which `stop` has stopped.
    void (*free_stream)(clibcamera_stream *stream);
} clibcamera_functions;

/// The only symbol that the plugin exports.
#define CLIBCAMERA_ENTRY_POINT "candela_libcamera_functions"
const clibcamera_functions *candela_libcamera_functions(void);

/// Loads the plugin's table; see `cplugin_load`.
const clibcamera_functions *clibcamera_load(const char **reason);

#ifdef __cplusplus
}
#endif

#endif
