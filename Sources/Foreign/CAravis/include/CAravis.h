// SPDX-License-Identifier: Apache-2.0
//
// Cameras of machine vision (GenICam: USB3 Vision and GigE Vision) through Aravis, which is loaded on first use. Functions that
// can fail return 0, or -1 with a reason in `failure`.

#ifndef CARAVIS_H
#define CARAVIS_H

#include <stddef.h>
#include <stdint.h>

#define CARAVIS_TEXT 128
#define CARAVIS_FAILURE 256

/// One camera that was found. Texts are the device's, and untrusted.
typedef struct {
    /// For `caravis_open`: maker, model and serial number.
    char id[CARAVIS_TEXT];
    char vendor[CARAVIS_TEXT];
    char model[CARAVIS_TEXT];
    char serial[CARAVIS_TEXT];
    /// "GigEVision", "USB3Vision".
    char protocol[CARAVIS_TEXT];
    /// An IP address, or empty.
    char address[CARAVIS_TEXT];
} caravis_device;

/// A camera that this process controls.
typedef struct caravis_camera caravis_camera;

typedef struct {
    double minimum, maximum, value;
    /// Whether the camera has it.
    uint8_t is_there;
    /// Whether the camera can set it by itself, and does.
    uint8_t has_automatic, is_automatic;
} caravis_number;

typedef struct {
    const uint8_t *bytes;
    size_t count;
    uint32_t width, height;
    /// Bytes after each row.
    uint32_t padding;
    /// PFNC's number of the pixel format, 0x01080001 for Mono8.
    uint32_t format;
    uint64_t number;
    /// Nanoseconds since 1970, when the first packet arrived; 0 if there is none.
    uint64_t arrival;
    /// Both for `caravis_release`.
    void *buffer;
    uint32_t generation;
} caravis_frame;

typedef struct {
    uint64_t captured, superseded, damaged;
} caravis_statistics;

/// Loads the library once, thread-safe. NULL, or why it cannot be loaded.
const char *caravis_load(void);

/// Finds cameras: asks USB, and every network for about a second. Writes at most `limit`; returns the number.
size_t caravis_list(caravis_device *devices, size_t limit);

/// Opens a camera by its id, a part that Aravis knows (serial number, IP address), or NULL for the first.
caravis_camera *caravis_open(const char *name, char *failure);
void caravis_close(caravis_camera *camera);
/// What `caravis_device` has of it, without the address.
void caravis_describe(caravis_camera *camera, caravis_device *device);

/// PFNC's numbers of the pixel formats; at most `limit`; returns the number.
size_t caravis_formats(caravis_camera *camera, uint32_t *formats, size_t limit);
/// The sensor's size in pixels, with its present binning.
int caravis_size(caravis_camera *camera, uint32_t *width, uint32_t *height, char *failure);

enum { CARAVIS_EXPOSURE_US, CARAVIS_GAIN, CARAVIS_FRAME_RATE };
/// Asks the camera; some milliseconds.
void caravis_read(caravis_camera *camera, int which, caravis_number *number);
int caravis_write(caravis_camera *camera, int which, double value, char *failure);
int caravis_set_automatic(caravis_camera *camera, int which, int is_automatic, char *failure);

/// A feature whose value is one of several words, such as TriggerMode. `caravis_word` returns NULL if the camera does not have it;
/// the text is valid until the next call.
const char *caravis_word(caravis_camera *camera, const char *feature);
int caravis_set_word(caravis_camera *camera, const char *feature, const char *word, char *failure);

/// Starts the stream in the middle of the sensor. A frame rate of 0 leaves it.
int caravis_start(
    caravis_camera *camera, uint32_t format, uint32_t width, uint32_t height, double frame_rate, char *failure);
/// Waits for a frame that is newer than the last one: 0, ETIMEDOUT, ENODEV (the camera is gone), or ECANCELED (stopped).
int caravis_next(caravis_camera *camera, int64_t timeout_ns, caravis_frame *frame);
/// Gives a frame back. From any thread, also after `caravis_stop`, but not after `caravis_close`.
void caravis_release(caravis_camera *camera, void *buffer, uint32_t generation);
void caravis_counts(caravis_camera *camera, caravis_statistics *statistics);
/// Makes `caravis_next` return, then stops the camera. From any thread, repeatedly.
void caravis_stop(caravis_camera *camera);

#endif
