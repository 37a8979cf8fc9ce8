// SPDX-License-Identifier: Apache-2.0
//
// A plugin in the place of libcandela-libcamera.so: a Raspberry Pi's camera with a lens, for tests. Neither hardware nor the
// kernel's test drivers have what its pipeline has: exposure, gain and focus that take effect frames later, and frames that tell
// what was used. It is loaded through CANDELA_PLUGIN_DIR.
//
// Environment:
//   FAKE_LIBCAMERA_PICTURE  a PGM (P5) of 640x480: what the camera sees
//   FAKE_LIBCAMERA_LIGHT    how bright it is; 1 by default
//   FAKE_LIBCAMERA_BLURRED  its lens begins elsewhere
//   FAKE_LIBCAMERA_FRAMES   the camera is unplugged after this many frames
//   FAKE_LIBCAMERA_BUSY     another process has the camera
//   FAKE_LIBCAMERA_LOG      there is no camera, and this is libcamera's log

#define _GNU_SOURCE
#include "CLibcamera.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WIDTH 640
#define HEIGHT 480
#define BUFFERS 6
/// Frames from a request to its effect, as a Pi's sensor has.
#define DELAY 3
#define INTERVAL_NS 33333333
/// The light that gives white at 20 ms without gain.
#define WHITE_US 20000.0
/// Where the picture is sharp, in dioptres: 20 cm.
#define SHARP 5.0

#define CAMERA "/base/soc/i2c0mux/i2c@1/imx708@1a"

/// Not libcamera's numbers: they differ from version to version, and nobody may rely on them.
enum {
    AE_ENABLE = 11, EXPOSURE_TIME, ANALOGUE_GAIN, AF_MODE, LENS_POSITION, SCALER_CROP, BRIGHTNESS, FRAME_DURATION_LIMITS,
    AE_METERING_MODE, LUX, FOCUS_FOM, FRAME_DURATION, LAST
};

static const char *const names[LAST] = {
    [AE_ENABLE] = "AeEnable", [EXPOSURE_TIME] = "ExposureTime", [ANALOGUE_GAIN] = "AnalogueGain", [AF_MODE] = "AfMode",
    [LENS_POSITION] = "LensPosition", [SCALER_CROP] = "ScalerCrop", [BRIGHTNESS] = "Brightness",
    [FRAME_DURATION_LIMITS] = "FrameDurationLimits", [AE_METERING_MODE] = "AeMeteringMode", [LUX] = "Lux",
    [FOCUS_FOM] = "FocusFoM", [FRAME_DURATION] = "FrameDuration",
};

struct settings {
    double automatic, exposure, gain, focusing, lens, brightness, metering;
    double crop[4];
};

struct clibcamera_session {
    int is_streaming;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// What was asked for with the request of each frame; the frame DELAY later shows it.
static struct settings asked[DELAY + 1];
static struct settings now;

struct clibcamera_stream {
    struct clibcamera_session *session;
    uint64_t frame;
    struct timespec due;
    int is_woken, is_stopped;
    uint8_t *seen, *buffers[BUFFERS];
    int lent[BUFFERS];
};

static clibcamera_value value(uint32_t id, uint8_t type, double number) {
    clibcamera_value v = {.id = id, .type = type, .count = 1, .numbers = {number}};
    return v;
}

static clibcamera_value area(uint32_t id, double x, double y, double w, double h) {
    clibcamera_value v = {.id = id, .type = CLIBCAMERA_RECTANGLE, .count = 4, .numbers = {x, y, w, h}};
    return v;
}

static void begin(void) {
    now = (struct settings){.automatic = 1, .exposure = 10000, .gain = 1, .lens = getenv("FAKE_LIBCAMERA_BLURRED") ? 1 : SHARP, .crop = {0, 0, 4608, 2592}};
    for (int i = 0; i <= DELAY; i++) asked[i] = now;
}

// MARK: The camera

static int list(const uint64_t *candidates, size_t count, clibcamera_list **list) {
    (void)candidates;
    (void)count;
    static clibcamera_camera camera = {.id = CAMERA, .model = "imx708", .location = 1};
    clibcamera_list *made = calloc(1, sizeof *made);
    made->cameras = &camera;
    made->count = getenv("FAKE_LIBCAMERA_LOG") ? 0 : 1;
    *list = made;
    return 0;
}

static void release_list(clibcamera_list *list) { free(list); }

static void log_text(char *text, size_t size) { snprintf(text, size, "%s", getenv("FAKE_LIBCAMERA_LOG") ?: ""); }

static const char *name(uint32_t id) { return id < LAST ? names[id] : NULL; }

static int open_camera(const char *id, clibcamera_session **session) {
    if (strcmp(id, CAMERA) != 0) return ENODEV;
    if (getenv("FAKE_LIBCAMERA_BUSY")) return EBUSY;
    begin();
    *session = calloc(1, sizeof **session);
    return 0;
}

static void close_camera(clibcamera_session *session) { free(session); }

static int modes(clibcamera_session *session, clibcamera_mode **modes, size_t *count) {
    (void)session;
    // NV12, and Bayer, which nobody can read.
    clibcamera_mode all[] = {{0x3231564e, WIDTH, HEIGHT}, {0x31384142, 4608, 2592}};
    *modes = malloc(sizeof all);
    memcpy(*modes, all, sizeof all);
    *count = 2;
    return 0;
}

static void free_modes(clibcamera_mode *modes) { free(modes); }

static int controls(clibcamera_session *session, clibcamera_controls **result) {
    (void)session;
    static const clibcamera_choice focus[] = {{0, "AfModeManual"}, {1, "AfModeAuto"}, {2, "AfModeContinuous"}};
    static const clibcamera_choice metering[] = {{0, "MeteringCentreWeighted"}, {1, "MeteringSpot"}};
    static clibcamera_control all[9];
#define RANGE(i, ID, TYPE, MIN, MAX, DEF)                                                                                        \
    all[i] = (clibcamera_control){                                                                                              \
        .id = ID, .type = TYPE, .name = names[ID], .minimum = value(ID, TYPE, MIN), .maximum = value(ID, TYPE, MAX),             \
        .standard = value(ID, TYPE, DEF)}
    RANGE(0, AE_ENABLE, CLIBCAMERA_BOOL, 0, 1, 1);
    RANGE(1, EXPOSURE_TIME, CLIBCAMERA_INTEGER32, 13, 66666, 20000);
    RANGE(2, ANALOGUE_GAIN, CLIBCAMERA_FLOAT, 1, 16, 1);
    RANGE(3, AF_MODE, CLIBCAMERA_INTEGER32, 0, 2, 0);
    RANGE(4, LENS_POSITION, CLIBCAMERA_FLOAT, 0, 15, 1);
    RANGE(5, BRIGHTNESS, CLIBCAMERA_FLOAT, -1, 1, 0);
    RANGE(6, FRAME_DURATION_LIMITS, CLIBCAMERA_INTEGER64, 33333, 200000, 33333);
    RANGE(7, AE_METERING_MODE, CLIBCAMERA_INTEGER32, 0, 1, 0);
    RANGE(8, SCALER_CROP, CLIBCAMERA_RECTANGLE, 0, 0, 0);
    all[3].choices = focus;
    all[3].choice_count = 3;
    all[7].choices = metering;
    all[7].choice_count = 2;
    all[8].minimum = area(SCALER_CROP, 0, 0, 576, 324);
    all[8].maximum = all[8].standard = area(SCALER_CROP, 0, 0, 4608, 2592);
    clibcamera_controls *made = calloc(1, sizeof *made);
    made->controls = all;
    made->count = 9;
    *result = made;
    return 0;
}

static void free_controls(clibcamera_controls *controls) { free(controls); }

static int set(clibcamera_session *session, const clibcamera_value *values, size_t count) {
    (void)session;
    pthread_mutex_lock(&lock);
    struct settings *next = &asked[DELAY];
    for (size_t i = 0; i < count; i++) {
        const clibcamera_value *v = &values[i];
        switch (v->id) {
        case AE_ENABLE: next->automatic = v->numbers[0]; break;
        case EXPOSURE_TIME: next->exposure = v->numbers[0]; break;
        case ANALOGUE_GAIN: next->gain = v->numbers[0]; break;
        case AF_MODE: next->focusing = v->numbers[0] == 2; break;
        case LENS_POSITION: next->lens = v->numbers[0]; break;
        case BRIGHTNESS: next->brightness = v->numbers[0]; break;
        case AE_METERING_MODE: next->metering = v->numbers[0]; break;
        case SCALER_CROP: memcpy(next->crop, v->numbers, sizeof next->crop); break;
        case FRAME_DURATION_LIMITS: break;
        default: pthread_mutex_unlock(&lock); return EINVAL;
        }
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

// MARK: Frames

static uint8_t *load_picture(void) {
    uint8_t *pixels = malloc(WIDTH * HEIGHT);
    memset(pixels, 200, WIDTH * HEIGHT);
    const char *path = getenv("FAKE_LIBCAMERA_PICTURE");
    FILE *file = path ? fopen(path, "rb") : NULL;
    int width, height;
    if (file && fscanf(file, "P5 %d %d 255", &width, &height) == 2 && width == WIDTH && height == HEIGHT) {
        fgetc(file);
        if (fread(pixels, 1, WIDTH * HEIGHT, file) != WIDTH * HEIGHT) memset(pixels, 0, WIDTH * HEIGHT);
    }
    if (file) fclose(file);
    return pixels;
}

/// The mean of the pixels within `radius` in the row and then in the column: what a lens out of focus shows.
static void blur(uint8_t *pixels, int radius) {
    static uint8_t line[WIDTH > HEIGHT ? WIDTH : HEIGHT];
    if (radius <= 0) return;
    for (int pass = 0; pass < 2; pass++) {
        int lines = pass ? WIDTH : HEIGHT, length = pass ? HEIGHT : WIDTH, step = pass ? WIDTH : 1, next = pass ? 1 : WIDTH;
        for (int l = 0; l < lines; l++) {
            uint8_t *start = pixels + l * next;
            for (int i = 0; i < length; i++) line[i] = start[i * step];
            for (int i = 0; i < length; i++) {
                int sum = 0;
                for (int k = -radius; k <= radius; k++) {
                    int place = i + k < 0 ? 0 : i + k >= length ? length - 1 : i + k;
                    sum += line[place];
                }
                start[i * step] = (uint8_t)(sum / (2 * radius + 1));
            }
        }
    }
}

static double render(clibcamera_stream *stream, uint8_t *buffer) {
    const char *text = getenv("FAKE_LIBCAMERA_LIGHT");
    double light = text ? atof(text) : 1, factor = light * now.exposure * now.gain / WHITE_US;
    // The crop shows the middle part larger.
    double zoom = 4608 / fmax(1, now.crop[2]), mean = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int sx = (int)(WIDTH / 2 + (x - WIDTH / 2) / zoom), sy = (int)(HEIGHT / 2 + (y - HEIGHT / 2) / zoom);
            double luma = stream->seen[sy * WIDTH + sx] * factor + now.brightness * 128;
            // A little noise, the same for the same frame.
            luma += (double)((x * 7 + y * 13 + stream->frame * 31) % 5) - 2;
            buffer[y * WIDTH + x] = (uint8_t)fmin(255, fmax(0, luma));
            mean += buffer[y * WIDTH + x];
        }
    }
    blur(buffer, (int)(fabs(now.lens - SHARP) * 1.5));
    memset(buffer + WIDTH * HEIGHT, 128, WIDTH * HEIGHT / 2);
    return mean / (WIDTH * HEIGHT);
}

/// One step of automatic exposure and focus, and of the requests on their way.
static void advance(double mean) {
    struct settings next = asked[0];
    memmove(&asked[0], &asked[1], DELAY * sizeof asked[0]);
    if (next.automatic != 0) {
        double wanted = now.exposure * now.gain * fmin(2, fmax(0.5, 110 / fmax(1, mean)));
        next.exposure = fmin(33000, fmax(13, wanted));
        next.gain = fmin(8, fmax(1, wanted / next.exposure));
    }
    if (next.focusing != 0) next.lens = now.lens + fmin(0.5, fmax(-0.5, SHARP - now.lens));
    now = next;
}

static int start(clibcamera_session *session, clibcamera_format *format, clibcamera_stream **stream) {
    if (session->is_streaming) return EBUSY;
    *format = (clibcamera_format){0x3231564e, WIDTH, HEIGHT, WIDTH};
    clibcamera_stream *made = calloc(1, sizeof *made);
    made->session = session;
    made->seen = load_picture();
    for (int i = 0; i < BUFFERS; i++) made->buffers[i] = malloc(WIDTH * HEIGHT * 3 / 2);
    clock_gettime(CLOCK_MONOTONIC, &made->due);
    session->is_streaming = 1;
    *stream = made;
    return 0;
}

static void report(clibcamera_frame *frame, double mean) {
    frame->metadata[0] = value(EXPOSURE_TIME, CLIBCAMERA_INTEGER32, floor(now.exposure));
    frame->metadata[1] = value(ANALOGUE_GAIN, CLIBCAMERA_FLOAT, now.gain);
    frame->metadata[2] = value(LENS_POSITION, CLIBCAMERA_FLOAT, now.lens);
    frame->metadata[3] = value(LUX, CLIBCAMERA_FLOAT, mean * 400 / (now.exposure * now.gain / 1000));
    frame->metadata[4] = value(FOCUS_FOM, CLIBCAMERA_INTEGER32, 1000 - 100 * fabs(now.lens - SHARP));
    frame->metadata[5] = value(FRAME_DURATION, CLIBCAMERA_INTEGER64, 33333);
    frame->metadata[6] = area(SCALER_CROP, now.crop[0], now.crop[1], now.crop[2], now.crop[3]);
    frame->metadata_count = 7;
}

static int next(clibcamera_stream *stream, int64_t timeout_ns, clibcamera_frame *frame) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t wait = (stream->due.tv_sec - time.tv_sec) * 1000000000LL + stream->due.tv_nsec - time.tv_nsec;
    if (wait > timeout_ns) return ETIMEDOUT;
    if (wait > 0) nanosleep(&(struct timespec){.tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000}, NULL);
    pthread_mutex_lock(&lock);
    int result = ETIMEDOUT, index = 0;
    const char *limit = getenv("FAKE_LIBCAMERA_FRAMES");
    while (index < BUFFERS && stream->lent[index]) index++;
    if (stream->is_woken || stream->is_stopped) result = ECANCELED;
    else if (limit && stream->frame >= (uint64_t)atoll(limit)) result = ENODEV;
    else if (index < BUFFERS) {
        double mean = render(stream, stream->buffers[index]);
        *frame = (clibcamera_frame){.index = (uint32_t)index, .sequence = stream->frame++, .plane_count = 2};
        frame->planes[0] = (clibcamera_plane){stream->buffers[index], WIDTH * HEIGHT, 0};
        frame->planes[1] = (clibcamera_plane){stream->buffers[index] + WIDTH * HEIGHT, WIDTH * HEIGHT / 2, 0};
        clock_gettime(CLOCK_BOOTTIME, &time);
        frame->timestamp = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
        report(frame, mean);
        advance(mean);
        stream->lent[index] = 1;
        result = 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &stream->due);
    stream->due.tv_nsec += INTERVAL_NS;
    if (stream->due.tv_nsec >= 1000000000) {
        stream->due.tv_nsec -= 1000000000;
        stream->due.tv_sec++;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static void release(clibcamera_stream *stream, uint32_t index) {
    pthread_mutex_lock(&lock);
    stream->lent[index] = 0;
    pthread_mutex_unlock(&lock);
}

static void statistics(clibcamera_stream *stream, clibcamera_statistics *statistics) {
    *statistics = (clibcamera_statistics){.captured = stream->frame};
}

static void wake(clibcamera_stream *stream) { stream->is_woken = 1; }

static void stop(clibcamera_stream *stream) {
    pthread_mutex_lock(&lock);
    stream->is_stopped = 1;
    stream->session->is_streaming = 0;
    pthread_mutex_unlock(&lock);
}

/// Frames may still be lent: what a test leaves to the end of its process.
static void free_stream(clibcamera_stream *stream) { (void)stream; }

static const clibcamera_functions table = {
    CLIBCAMERA_ABI, {0, 4, 0}, list, release_list, log_text, name, open_camera, close_camera, modes, free_modes, controls,
    free_controls, set, start, next, release, statistics, wake, stop, free_stream,
};

const clibcamera_functions *candela_libcamera_functions(void) { return &table; }
