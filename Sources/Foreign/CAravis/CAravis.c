// SPDX-License-Identifier: Apache-2.0
//
// Aravis' headers include GLib's, whose folders only pkg-config knows. What we use of both is declared here, with the ABI that
// it has had since 0.8.0. Source: arvcamera.h, arvstream.h, arvbuffer.h, arvsystem.h of 0.8.26, glib/gerror.h of 2.74.

#include "CAravis.h"
#include "CDynamicLibrary.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct ArvCamera ArvCamera;
typedef struct ArvStream ArvStream;
typedef struct ArvBuffer ArvBuffer;
typedef struct ArvDevice ArvDevice;
typedef struct {
    uint32_t domain;
    int code;
    char *message;
} GError;

enum { AUTO_OFF = 0, AUTO_CONTINUOUS = 2 };
enum { ACQUISITION_CONTINUOUS = 0 };
enum { STATUS_SUCCESS = 0, STATUS_ABORTED = 7 };

void arv_update_device_list(void);
unsigned arv_get_n_devices(void);
const char *arv_get_device_id(unsigned);
const char *arv_get_device_vendor(unsigned);
const char *arv_get_device_model(unsigned);
const char *arv_get_device_serial_nbr(unsigned);
const char *arv_get_device_protocol(unsigned);
const char *arv_get_device_address(unsigned);
ArvCamera *arv_camera_new(const char *, GError **);
ArvDevice *arv_camera_get_device(ArvCamera *);
const char *arv_camera_get_vendor_name(ArvCamera *, GError **);
const char *arv_camera_get_model_name(ArvCamera *, GError **);
const char *arv_camera_get_device_serial_number(ArvCamera *, GError **);
int arv_camera_is_gv_device(const ArvCamera *);
int64_t *arv_camera_dup_available_pixel_formats(ArvCamera *, unsigned *, GError **);
void arv_camera_get_width_bounds(ArvCamera *, int *, int *, GError **);
void arv_camera_get_height_bounds(ArvCamera *, int *, int *, GError **);
int arv_camera_get_width_increment(ArvCamera *, GError **);
int arv_camera_get_height_increment(ArvCamera *, GError **);
int arv_camera_get_x_offset_increment(ArvCamera *, GError **);
int arv_camera_get_y_offset_increment(ArvCamera *, GError **);
int arv_camera_is_region_offset_available(ArvCamera *, GError **);
void arv_camera_set_region(ArvCamera *, int, int, int, int, GError **);
void arv_camera_set_pixel_format(ArvCamera *, uint32_t, GError **);
void arv_camera_set_acquisition_mode(ArvCamera *, int, GError **);
void arv_camera_start_acquisition(ArvCamera *, GError **);
void arv_camera_stop_acquisition(ArvCamera *, GError **);
unsigned arv_camera_get_payload(ArvCamera *, GError **);
ArvStream *arv_camera_create_stream(ArvCamera *, void *, void *, GError **);
int arv_camera_is_frame_rate_available(ArvCamera *, GError **);
void arv_camera_set_frame_rate(ArvCamera *, double, GError **);
double arv_camera_get_frame_rate(ArvCamera *, GError **);
void arv_camera_get_frame_rate_bounds(ArvCamera *, double *, double *, GError **);
int arv_camera_is_exposure_time_available(ArvCamera *, GError **);
int arv_camera_is_exposure_auto_available(ArvCamera *, GError **);
void arv_camera_set_exposure_time(ArvCamera *, double, GError **);
double arv_camera_get_exposure_time(ArvCamera *, GError **);
void arv_camera_get_exposure_time_bounds(ArvCamera *, double *, double *, GError **);
void arv_camera_set_exposure_time_auto(ArvCamera *, int, GError **);
int arv_camera_get_exposure_time_auto(ArvCamera *, GError **);
int arv_camera_is_gain_available(ArvCamera *, GError **);
int arv_camera_is_gain_auto_available(ArvCamera *, GError **);
void arv_camera_set_gain(ArvCamera *, double, GError **);
double arv_camera_get_gain(ArvCamera *, GError **);
void arv_camera_get_gain_bounds(ArvCamera *, double *, double *, GError **);
void arv_camera_set_gain_auto(ArvCamera *, int, GError **);
int arv_camera_get_gain_auto(ArvCamera *, GError **);
int arv_camera_is_feature_available(ArvCamera *, const char *, GError **);
const char *arv_camera_get_string(ArvCamera *, const char *, GError **);
void arv_camera_set_string(ArvCamera *, const char *, const char *, GError **);
void arv_stream_push_buffer(ArvStream *, ArvBuffer *);
ArvBuffer *arv_stream_timeout_pop_buffer(ArvStream *, uint64_t);
ArvBuffer *arv_buffer_new_allocate(size_t);
int arv_buffer_get_status(ArvBuffer *);
const void *arv_buffer_get_data(ArvBuffer *, size_t *);
int arv_buffer_get_image_width(ArvBuffer *);
int arv_buffer_get_image_height(ArvBuffer *);
void arv_buffer_get_image_padding(ArvBuffer *, int *, int *);
uint32_t arv_buffer_get_image_pixel_format(ArvBuffer *);
uint64_t arv_buffer_get_frame_id(ArvBuffer *);
uint64_t arv_buffer_get_system_timestamp(ArvBuffer *);
unsigned long g_signal_connect_data(void *, const char *, void (*)(void), void *, void *, int);
void g_object_unref(void *);
void g_error_free(GError *);
void g_free(void *);

#define SYMBOLS(X)                                                                                                       \
    X(arv_update_device_list) X(arv_get_n_devices) X(arv_get_device_id) X(arv_get_device_vendor)                         \
    X(arv_get_device_model) X(arv_get_device_serial_nbr) X(arv_get_device_protocol) X(arv_get_device_address)            \
    X(arv_camera_new) X(arv_camera_get_device) X(arv_camera_get_vendor_name) X(arv_camera_get_model_name)                \
    X(arv_camera_get_device_serial_number) X(arv_camera_is_gv_device) X(arv_camera_dup_available_pixel_formats)          \
    X(arv_camera_get_x_offset_increment) X(arv_camera_get_y_offset_increment) X(arv_camera_get_width_bounds) X(arv_camera_get_height_bounds)                         \
    X(arv_camera_get_width_increment) X(arv_camera_get_height_increment) X(arv_camera_is_region_offset_available)        \
    X(arv_camera_set_region) X(arv_camera_set_pixel_format) X(arv_camera_set_acquisition_mode)                           \
    X(arv_camera_start_acquisition) X(arv_camera_stop_acquisition) X(arv_camera_get_payload)                             \
    X(arv_camera_create_stream) X(arv_camera_is_frame_rate_available) X(arv_camera_set_frame_rate)                       \
    X(arv_camera_get_frame_rate) X(arv_camera_get_frame_rate_bounds) X(arv_camera_is_exposure_time_available)            \
    X(arv_camera_is_exposure_auto_available) X(arv_camera_set_exposure_time) X(arv_camera_get_exposure_time)             \
    X(arv_camera_get_exposure_time_bounds) X(arv_camera_set_exposure_time_auto) X(arv_camera_get_exposure_time_auto)     \
    X(arv_camera_is_gain_available) X(arv_camera_is_gain_auto_available) X(arv_camera_set_gain) X(arv_camera_get_gain)   \
    X(arv_camera_get_gain_bounds) X(arv_camera_set_gain_auto) X(arv_camera_get_gain_auto)                                \
    X(arv_camera_is_feature_available) X(arv_camera_get_string) X(arv_camera_set_string) X(arv_stream_push_buffer)       \
    X(arv_stream_timeout_pop_buffer) X(arv_buffer_new_allocate) X(arv_buffer_get_status) X(arv_buffer_get_data)          \
    X(arv_buffer_get_image_width) X(arv_buffer_get_image_height) X(arv_buffer_get_image_padding)                         \
    X(arv_buffer_get_image_pixel_format) X(arv_buffer_get_frame_id) X(arv_buffer_get_system_timestamp)                   \
    X(g_signal_connect_data) X(g_object_unref) X(g_error_free) X(g_free)

// GLib's functions are found through Aravis' dependency on it.
CANDELA_LIBRARY("libaravis-0.8.so.0", SYMBOLS, caravis_load)

/// More than the caller holds and the newest one that waits: what is left is filled meanwhile.
#define BUFFERS 8

struct caravis_camera {
    ArvCamera *camera;
    ArvStream *stream;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    ArvBuffer *newest;
    caravis_statistics counts;
    int is_running, is_gone;
    /// Counts the streams: a frame of an earlier one goes with it.
    uint32_t generation;
};

/// Whether a call failed; takes its error.
static int failed(GError *error, char *failure) {
    if (!error) return 0;
    if (failure) snprintf(failure, CARAVIS_FAILURE, "%s", error->message ? error->message : "unknown cause");
    lib.g_error_free(error);
    return -1;
}

/// Calls a function whose last argument is a GError **, and forgets an error.
#define QUIETLY(call)                                                                                                    \
    ({                                                                                                                   \
        GError *error = NULL;                                                                                            \
        __typeof__(call) result = call;                                                                                  \
        failed(error, NULL) ? (__typeof__(call))0 : result;                                                              \
    })

static void copy(char *to, const char *from) { snprintf(to, CARAVIS_TEXT, "%s", from ? from : ""); }

size_t caravis_list(caravis_device *devices, size_t limit) {
    lib.arv_update_device_list();
    unsigned found = lib.arv_get_n_devices();
    size_t count = found < limit ? found : limit;
    for (size_t i = 0; i < count; i++) {
        unsigned n = (unsigned)i;
        copy(devices[i].id, lib.arv_get_device_id(n));
        copy(devices[i].vendor, lib.arv_get_device_vendor(n));
        copy(devices[i].model, lib.arv_get_device_model(n));
        copy(devices[i].serial, lib.arv_get_device_serial_nbr(n));
        copy(devices[i].protocol, lib.arv_get_device_protocol(n));
        copy(devices[i].address, lib.arv_get_device_address(n));
    }
    return count;
}

static void lost(ArvDevice *device, caravis_camera *camera) {
    (void)device;
    pthread_mutex_lock(&camera->lock);
    camera->is_gone = 1;
    pthread_cond_broadcast(&camera->changed);
    pthread_mutex_unlock(&camera->lock);
}

caravis_camera *caravis_open(const char *name, char *failure) {
    GError *error = NULL;
    ArvCamera *found = lib.arv_camera_new(name, &error);
    if (failed(error, failure) || !found) {
        if (!error && failure) snprintf(failure, CARAVIS_FAILURE, "there is no such camera");
        if (found) lib.g_object_unref(found);
        return NULL;
    }
    caravis_camera *camera = calloc(1, sizeof *camera);
    if (!camera) {
        lib.g_object_unref(found);
        return NULL;
    }
    camera->camera = found;
    pthread_mutex_init(&camera->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&camera->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    lib.g_signal_connect_data(
        lib.arv_camera_get_device(found), "control-lost", (void (*)(void))lost, camera, NULL, 0);
    return camera;
}

void caravis_close(caravis_camera *camera) {
    caravis_stop(camera);
    if (camera->stream) lib.g_object_unref(camera->stream);
    lib.g_object_unref(camera->camera);
    pthread_cond_destroy(&camera->changed);
    pthread_mutex_destroy(&camera->lock);
    free(camera);
}

void caravis_describe(caravis_camera *camera, caravis_device *device) {
    memset(device, 0, sizeof *device);
    copy(device->vendor, QUIETLY(lib.arv_camera_get_vendor_name(camera->camera, &error)));
    copy(device->model, QUIETLY(lib.arv_camera_get_model_name(camera->camera, &error)));
    copy(device->serial, QUIETLY(lib.arv_camera_get_device_serial_number(camera->camera, &error)));
    snprintf(
        device->id, sizeof device->id, "%.40s-%.40s-%.40s", device->vendor, device->model, device->serial);
    copy(device->protocol, lib.arv_camera_is_gv_device(camera->camera) ? "GigEVision" : "USB3Vision");
}

size_t caravis_formats(caravis_camera *camera, uint32_t *formats, size_t limit) {
    unsigned count = 0;
    int64_t *all = QUIETLY(lib.arv_camera_dup_available_pixel_formats(camera->camera, &count, &error));
    if (!all) return 0;
    size_t written = count < limit ? count : limit;
    for (size_t i = 0; i < written; i++) formats[i] = (uint32_t)all[i];
    lib.g_free(all);
    return written;
}

int caravis_size(caravis_camera *camera, uint32_t *width, uint32_t *height, char *failure) {
    int least, w = 0, h = 0;
    GError *error = NULL;
    // The offset of a region limits its size.
    if (QUIETLY(lib.arv_camera_is_region_offset_available(camera->camera, &error))) {
        lib.arv_camera_set_region(camera->camera, 0, 0, -1, -1, &error);
        failed(error, NULL);
        error = NULL;
    }
    lib.arv_camera_get_width_bounds(camera->camera, &least, &w, &error);
    if (failed(error, failure)) return -1;
    error = NULL;
    lib.arv_camera_get_height_bounds(camera->camera, &least, &h, &error);
    if (failed(error, failure)) return -1;
    if (w <= 0 || h <= 0 || w > 100000 || h > 100000) {
        snprintf(failure, CARAVIS_FAILURE, "it reports an impossible size, %d x %d", w, h);
        return -1;
    }
    *width = (uint32_t)w;
    *height = (uint32_t)h;
    return 0;
}

void caravis_read(caravis_camera *camera, int which, caravis_number *number) {
    ArvCamera *c = camera->camera;
    memset(number, 0, sizeof *number);
    GError *error = NULL;
    switch (which) {
    case CARAVIS_EXPOSURE_US:
        number->is_there = QUIETLY(lib.arv_camera_is_exposure_time_available(c, &error)) != 0;
        if (!number->is_there) return;
        number->value = QUIETLY(lib.arv_camera_get_exposure_time(c, &error));
        lib.arv_camera_get_exposure_time_bounds(c, &number->minimum, &number->maximum, &error);
        number->has_automatic = !failed(error, NULL) && QUIETLY(lib.arv_camera_is_exposure_auto_available(c, &error));
        if (number->has_automatic)
            number->is_automatic = QUIETLY(lib.arv_camera_get_exposure_time_auto(c, &error)) != AUTO_OFF;
        return;
    case CARAVIS_GAIN:
        number->is_there = QUIETLY(lib.arv_camera_is_gain_available(c, &error)) != 0;
        if (!number->is_there) return;
        number->value = QUIETLY(lib.arv_camera_get_gain(c, &error));
        lib.arv_camera_get_gain_bounds(c, &number->minimum, &number->maximum, &error);
        number->has_automatic = !failed(error, NULL) && QUIETLY(lib.arv_camera_is_gain_auto_available(c, &error));
        if (number->has_automatic) number->is_automatic = QUIETLY(lib.arv_camera_get_gain_auto(c, &error)) != AUTO_OFF;
        return;
    default:
        number->is_there = QUIETLY(lib.arv_camera_is_frame_rate_available(c, &error)) != 0;
        if (!number->is_there) return;
        number->value = QUIETLY(lib.arv_camera_get_frame_rate(c, &error));
        lib.arv_camera_get_frame_rate_bounds(c, &number->minimum, &number->maximum, &error);
        failed(error, NULL);
    }
}

int caravis_write(caravis_camera *camera, int which, double value, char *failure) {
    GError *error = NULL;
    switch (which) {
    case CARAVIS_EXPOSURE_US: lib.arv_camera_set_exposure_time(camera->camera, value, &error); break;
    case CARAVIS_GAIN: lib.arv_camera_set_gain(camera->camera, value, &error); break;
    default: lib.arv_camera_set_frame_rate(camera->camera, value, &error);
    }
    return failed(error, failure);
}

int caravis_set_automatic(caravis_camera *camera, int which, int is_automatic, char *failure) {
    GError *error = NULL;
    int mode = is_automatic ? AUTO_CONTINUOUS : AUTO_OFF;
    if (which == CARAVIS_EXPOSURE_US) lib.arv_camera_set_exposure_time_auto(camera->camera, mode, &error);
    else lib.arv_camera_set_gain_auto(camera->camera, mode, &error);
    return failed(error, failure);
}

const char *caravis_word(caravis_camera *camera, const char *feature) {
    if (!QUIETLY(lib.arv_camera_is_feature_available(camera->camera, feature, &error))) return NULL;
    return QUIETLY(lib.arv_camera_get_string(camera->camera, feature, &error));
}

int caravis_set_word(caravis_camera *camera, const char *feature, const char *word, char *failure) {
    GError *error = NULL;
    lib.arv_camera_set_string(camera->camera, feature, word, &error);
    return failed(error, failure);
}

// MARK: Frames

/// Keeps the newest frame: the camera would have no buffer left to fill while a slow caller works.
static void *keep_newest(void *argument) {
    caravis_camera *camera = argument;
    for (;;) {
        ArvBuffer *buffer = lib.arv_stream_timeout_pop_buffer(camera->stream, 100000);
        pthread_mutex_lock(&camera->lock);
        if (!camera->is_running) {
            if (buffer) lib.arv_stream_push_buffer(camera->stream, buffer);
            pthread_mutex_unlock(&camera->lock);
            return NULL;
        }
        if (buffer) {
            int status = lib.arv_buffer_get_status(buffer);
            camera->counts.captured++;
            if (status != STATUS_SUCCESS) {
                if (status != STATUS_ABORTED) camera->counts.damaged++;
                lib.arv_stream_push_buffer(camera->stream, buffer);
            } else {
                if (camera->newest) {
                    camera->counts.superseded++;
                    lib.arv_stream_push_buffer(camera->stream, camera->newest);
                }
                camera->newest = buffer;
                pthread_cond_broadcast(&camera->changed);
            }
        }
        pthread_mutex_unlock(&camera->lock);
    }
}

/// A multiple of the camera's step, not larger than wanted.
static int stepped(uint32_t wanted, int step) { return step > 1 ? (int)wanted - (int)wanted % step : (int)wanted; }

int caravis_start(
    caravis_camera *camera, uint32_t format, uint32_t width, uint32_t height, double frame_rate, char *failure) {
    ArvCamera *c = camera->camera;
    GError *error = NULL;
    uint32_t whole_width = 0, whole_height = 0;
    if (caravis_size(camera, &whole_width, &whole_height, failure)) return -1;
    int w = stepped(width, QUIETLY(lib.arv_camera_get_width_increment(c, &error)));
    int h = stepped(height, QUIETLY(lib.arv_camera_get_height_increment(c, &error)));
    lib.arv_camera_set_region(c, -1, -1, w, h, &error);
    if (failed(error, failure)) return -1;
    error = NULL;
    if (QUIETLY(lib.arv_camera_is_region_offset_available(c, &error))) {
        int x = stepped((whole_width - (uint32_t)w) / 2, QUIETLY(lib.arv_camera_get_x_offset_increment(c, &error)));
        int y = stepped((whole_height - (uint32_t)h) / 2, QUIETLY(lib.arv_camera_get_y_offset_increment(c, &error)));
        // A corner is as good as the middle for a camera that refuses.
        lib.arv_camera_set_region(c, x, y, -1, -1, &error);
        failed(error, NULL);
        error = NULL;
    }
    lib.arv_camera_set_pixel_format(c, format, &error);
    if (failed(error, failure)) return -1;
    error = NULL;
    if (frame_rate > 0) {
        // Some cameras have a fixed one.
        lib.arv_camera_set_frame_rate(c, frame_rate, &error);
        failed(error, NULL);
        error = NULL;
    }
    lib.arv_camera_set_acquisition_mode(c, ACQUISITION_CONTINUOUS, &error);
    failed(error, NULL);
    error = NULL;
    unsigned payload = lib.arv_camera_get_payload(c, &error);
    if (failed(error, failure)) return -1;
    error = NULL;
    ArvStream *stream = lib.arv_camera_create_stream(c, NULL, NULL, &error);
    if (failed(error, failure)) return -1;
    pthread_mutex_lock(&camera->lock);
    if (camera->stream) lib.g_object_unref(camera->stream);
    camera->stream = stream;
    camera->generation++;
    pthread_mutex_unlock(&camera->lock);
    for (int i = 0; i < BUFFERS; i++) lib.arv_stream_push_buffer(camera->stream, lib.arv_buffer_new_allocate(payload));
    error = NULL;
    lib.arv_camera_start_acquisition(c, &error);
    if (failed(error, failure)) return -1;
    camera->counts = (caravis_statistics){0};
    camera->is_running = 1;
    camera->newest = NULL;
    if (pthread_create(&camera->thread, NULL, keep_newest, camera)) {
        camera->is_running = 0;
        snprintf(failure, CARAVIS_FAILURE, "no thread can be started");
        return -1;
    }
    return 0;
}

int caravis_next(caravis_camera *camera, int64_t timeout_ns, caravis_frame *frame) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t end = until.tv_sec * 1000000000LL + until.tv_nsec + (timeout_ns > 0 ? timeout_ns : 0);
    until = (struct timespec){.tv_sec = end / 1000000000, .tv_nsec = end % 1000000000};
    pthread_mutex_lock(&camera->lock);
    int result = 0;
    while (camera->is_running && !camera->newest && !camera->is_gone && result == 0)
        result = pthread_cond_timedwait(&camera->changed, &camera->lock, &until);
    if (!camera->is_running) result = ECANCELED;
    else if (camera->newest) {
        ArvBuffer *buffer = camera->newest;
        camera->newest = NULL;
        int x = 0, y = 0, w = lib.arv_buffer_get_image_width(buffer), h = lib.arv_buffer_get_image_height(buffer);
        lib.arv_buffer_get_image_padding(buffer, &x, &y);
        *frame = (caravis_frame){
            .width = w > 0 ? (uint32_t)w : 0, .height = h > 0 ? (uint32_t)h : 0, .padding = x > 0 ? (uint32_t)x : 0,
            .format = lib.arv_buffer_get_image_pixel_format(buffer), .number = lib.arv_buffer_get_frame_id(buffer),
            .arrival = lib.arv_buffer_get_system_timestamp(buffer), .buffer = buffer, .generation = camera->generation,
        };
        frame->bytes = lib.arv_buffer_get_data(buffer, &frame->count);
        result = 0;
    } else if (camera->is_gone) result = ENODEV;
    else result = ETIMEDOUT;
    pthread_mutex_unlock(&camera->lock);
    return result;
}

void caravis_release(caravis_camera *camera, void *buffer, uint32_t generation) {
    pthread_mutex_lock(&camera->lock);
    if (generation == camera->generation) lib.arv_stream_push_buffer(camera->stream, buffer);
    else lib.g_object_unref(buffer);
    pthread_mutex_unlock(&camera->lock);
}

void caravis_counts(caravis_camera *camera, caravis_statistics *statistics) {
    pthread_mutex_lock(&camera->lock);
    *statistics = camera->counts;
    pthread_mutex_unlock(&camera->lock);
}

void caravis_stop(caravis_camera *camera) {
    pthread_mutex_lock(&camera->lock);
    int was_running = camera->is_running;
    camera->is_running = 0;
    pthread_cond_broadcast(&camera->changed);
    pthread_mutex_unlock(&camera->lock);
    if (!was_running) return;
    pthread_join(camera->thread, NULL);
    pthread_mutex_lock(&camera->lock);
    if (camera->newest) lib.arv_stream_push_buffer(camera->stream, camera->newest);
    camera->newest = NULL;
    pthread_mutex_unlock(&camera->lock);
    GError *error = NULL;
    lib.arv_camera_stop_acquisition(camera->camera, &error);
    failed(error, NULL);
}
