// SPDX-License-Identifier: Apache-2.0
//
// A camera of PipeWire for tests: a program that shows raw pictures again and again, as OBS' virtual camera does.
//
//   pipewire-camera NAME DESCRIPTION FOURCC WIDTH HEIGHT FILE [mute | RATE]
//
// FILE holds the pictures as they lie in memory, one after another; with MJPG one JPEG. `mute` makes a camera that never gives a
// frame. Prints "up" once the node is there. With a RATE, in frames a second, it prints the number of each picture and the time when it
// was sent, in seconds on CLOCK_MONOTONIC.

#include <fcntl.h>
#include <pipewire/pipewire.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

static struct pw_main_loop *loop;
static struct pw_stream *stream;
static struct spa_source *timer;
static const char *pictures;
static size_t size, count;
static int rate;
static uint32_t format, width, height, stride;
static uint64_t sequence;
static bool is_mute;

static void send_frame(void *data, uint64_t expirations) {
    (void)data, (void)expirations;
    struct pw_buffer *buffer = is_mute ? NULL : pw_stream_dequeue_buffer(stream);
    if (buffer == NULL) return;
    struct spa_data *plane = &buffer->buffer->datas[0];
    size_t number = sequence % count;
    memcpy(plane->data, pictures + number * size, size);
    plane->chunk->offset = 0;
    plane->chunk->size = size;
    plane->chunk->stride = stride;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct spa_meta_header *header = spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (header) *header = (struct spa_meta_header){.pts = SPA_TIMESPEC_TO_NSEC(&now), .seq = sequence};
    if (rate) printf("%zu %ld.%09ld\n", number, (long)now.tv_sec, now.tv_nsec);
    sequence++;
    pw_stream_queue_buffer(stream, buffer);
    pw_stream_trigger_process(stream);
}

static void on_state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    (void)data, (void)old;
    struct timespec first = {0, 1}, interval = {0, rate ? 1000000000 / rate : 33333333};
    bool runs = state == PW_STREAM_STATE_STREAMING;
    pw_loop_update_timer(pw_main_loop_get_loop(loop), timer, runs ? &first : NULL, runs ? &interval : NULL, false);
    if (state == PW_STREAM_STATE_PAUSED) {
        puts("up");
    }
    if (state == PW_STREAM_STATE_ERROR || state == PW_STREAM_STATE_UNCONNECTED) {
        if (error) fprintf(stderr, "pipewire-camera: %s\n", error);
        pw_main_loop_quit(loop);
    }
}

static void on_param_changed(void *data, uint32_t id, const struct spa_pod *param) {
    (void)data;
    if (id != SPA_PARAM_Format || param == NULL) return;
    uint8_t room[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *params[2] = {
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                   SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
                                   SPA_PARAM_BUFFERS_size, SPA_POD_Int((int)size), SPA_PARAM_BUFFERS_stride,
                                   SPA_POD_Int((int)stride)),
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
                                   SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size,
                                   SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    pw_stream_update_params(stream, params, 2);
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .param_changed = on_param_changed,
};

int main(int words_count, char **words) {
    if (words_count < 7) return 2;
    width = atoi(words[4]);
    height = atoi(words[5]);
    is_mute = words_count > 7 && strcmp(words[7], "mute") == 0;
    rate = words_count > 7 && !is_mute ? atoi(words[7]) : 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    int file = open(words[6], O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || status.st_size == 0) return 2;
    pictures = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (pictures == MAP_FAILED) return 2;
    bool is_jpeg = strcmp(words[3], "MJPG") == 0;
    static const struct {
        const char *name;
        uint32_t format, bytes, halves;
    } formats[] = {
        {"GREY", SPA_VIDEO_FORMAT_GRAY8, 1, 2},
        {"YUYV", SPA_VIDEO_FORMAT_YUY2, 2, 4},
        {"NV12", SPA_VIDEO_FORMAT_NV12, 1, 3},
        {"BGR3", SPA_VIDEO_FORMAT_BGR, 3, 6},
    };
    size = status.st_size;
    for (size_t index = 0; index < sizeof formats / sizeof *formats; index++) {
        if (strcmp(words[3], formats[index].name) == 0) {
            format = formats[index].format;
            stride = width * formats[index].bytes;
            size = (size_t)width * height * formats[index].halves / 2;
        }
    }
    if (size == 0 || (off_t)size > status.st_size) return 2;
    count = status.st_size / size;
    pw_init(NULL, NULL);
    loop = pw_main_loop_new(NULL);
    timer = pw_loop_add_timer(pw_main_loop_get_loop(loop), send_frame, NULL);
    stream = pw_stream_new_simple(pw_main_loop_get_loop(loop), words[1],
                                  pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera",
                                                    PW_KEY_NODE_NAME, words[1], PW_KEY_NODE_DESCRIPTION, words[2], NULL),
                                  &events, NULL);
    uint8_t room[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    struct spa_pod_frame frame;
    struct spa_rectangle rectangle = SPA_RECTANGLE(width, height);
    struct spa_fraction rate = SPA_FRACTION(30, 1);
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(&builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
                        SPA_POD_Id(is_jpeg ? SPA_MEDIA_SUBTYPE_mjpg : SPA_MEDIA_SUBTYPE_raw), 0);
    if (!is_jpeg) spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(format), 0);
    spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&rectangle), SPA_FORMAT_VIDEO_framerate,
                        SPA_POD_Fraction(&rate), 0);
    const struct spa_pod *param = spa_pod_builder_pop(&builder, &frame);
    if (pw_stream_connect(stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS,
                          &param, 1) < 0) {
        return 1;
    }
    return pw_main_loop_run(loop);
}
