// SPDX-License-Identifier: Apache-2.0

#include "Library.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_OFFERS = 40, LARGEST_SIDE = 16384, LONGEST_FRAME = 1 << 28 };

/// A buffer of the stream, or the copy of one.
struct candela_pipewire_frame {
    candela_pipewire_stream *stream;
    /// NULL once the library has taken it away, and for a copy.
    struct pw_buffer *buffer;
    /// The memory of the first plane, where it is mapped or the source has it in this process; NULL if it must be read.
    const uint8_t *bytes;
    size_t size;
    void *mapping;
    size_t mapped;
    /// Of memory that is read, or whose cache is kept in step; else -1.
    int descriptor;
    uint64_t offset;
    bool is_device;
    /// Whether it may be lent: it stays, whatever its maker does.
    bool may_be_lent;
    bool is_lent;
    void *copy;
    candela_pipewire_picture picture;
};

struct candela_pipewire_stream {
    candela_pipewire *connection;
    uint32_t source, node;
    bool allows_dmabuf;
    struct pw_stream *stream;
    struct spa_hook listener;

    // Behind the connection's mutex; changed by the loop's thread.
    bool is_stopped, has_failed, has_format;
    char words[256];
    candela_pipewire_agreed agreed;
    struct candela_pipewire_frame *latest;
    candela_pipewire_counts counts;
    uint64_t sequence;
    bool has_sequence;
};

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void fail(candela_pipewire_stream *stream, const char *words) {
    pthread_mutex_lock(&stream->connection->mutex);
    if (!stream->has_failed) snprintf(stream->words, sizeof stream->words, "%s", words);
    stream->has_failed = true;
    pthread_cond_broadcast(&stream->connection->changed);
    pthread_mutex_unlock(&stream->connection->mutex);
}

// MARK: Memory

static void forget(struct candela_pipewire_frame *frame) {
    if (frame->mapping) munmap(frame->mapping, frame->mapped);
    if (frame->descriptor >= 0) close(frame->descriptor);
    free(frame->copy);
    free(frame);
}

static void map_frame(struct candela_pipewire_frame *frame, int descriptor, uint64_t offset) {
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), start = offset / page * page;
    size_t length = frame->size + (size_t)(offset - start);
    void *memory = mmap(NULL, length, PROT_READ, MAP_SHARED, descriptor, (off_t)start);
    if (memory == MAP_FAILED) return;
    frame->mapping = memory;
    frame->mapped = length;
    frame->bytes = (const uint8_t *)memory + (offset - start);
    frame->may_be_lent = true;
}

/// Makes the memory of a buffer's first plane readable. Returns NULL, or why it cannot.
static const char *prepare(struct candela_pipewire_frame *frame, const struct spa_data *data) {
    frame->size = data->maxsize;
    if (data->maxsize == 0 || data->maxsize > LONGEST_FRAME) return "it gives buffers of an impossible size";
    struct stat status;
    switch (data->type) {
    case SPA_DATA_MemPtr:
        if (data->data == NULL) return "it gives buffers without memory";
        frame->bytes = data->data;
        return NULL;
    case SPA_DATA_MemFd: {
        if (data->fd < 0 || fstat((int)data->fd, &status) != 0) return strerror(errno);
        // A driver's memory: the camera's own device, from which it is mapped. It cannot shrink.
        if (!S_ISREG(status.st_mode)) {
            map_frame(frame, (int)data->fd, data->mapoffset);
            return frame->bytes ? NULL : strerror(errno);
        }
        int seals = fcntl((int)data->fd, F_GET_SEALS);
        bool holds = (uint64_t)status.st_size >= (uint64_t)data->mapoffset + data->maxsize;
        if (seals >= 0 && (seals & F_SEAL_SHRINK) && holds) {
            map_frame(frame, (int)data->fd, data->mapoffset);
            return frame->bytes ? NULL : strerror(errno);
        }
        // Its maker could shorten it while it is read, which ends a process that has it mapped.
        frame->offset = data->mapoffset;
        frame->descriptor = fcntl((int)data->fd, F_DUPFD_CLOEXEC, 3);
        return frame->descriptor >= 0 ? NULL : strerror(errno);
    }
    case SPA_DATA_DmaBuf:
        map_frame(frame, (int)data->fd, data->mapoffset);
        if (frame->bytes == NULL) return strerror(errno);
        frame->is_device = true;
        frame->descriptor = fcntl((int)data->fd, F_DUPFD_CLOEXEC, 3);
        return frame->descriptor >= 0 ? NULL : strerror(errno);
    default:
        return "it gives buffers of an unknown kind";
    }
}

/// Keeps the processor's cache in step with a device's memory.
static void synchronise(const struct candela_pipewire_frame *frame, uint64_t which) {
    if (!frame->is_device) return;
    struct dma_buf_sync sync = {.flags = which | DMA_BUF_SYNC_READ};
    while (ioctl(frame->descriptor, DMA_BUF_IOCTL_SYNC, &sync) != 0 && (errno == EINTR || errno == EAGAIN)) {
    }
}

// MARK: Events, on the loop's thread with its lock

static void on_state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error) {
    candela_pipewire_stream *stream = data;
    (void)old;
    // It is being destroyed by us.
    if (stream->stream == NULL) return;
    if (state == PW_STREAM_STATE_ERROR) fail(stream, error ? error : "the stream failed");
    if (state == PW_STREAM_STATE_UNCONNECTED) fail(stream, "the daemon ended the stream");
    if (state == PW_STREAM_STATE_PAUSED || state == PW_STREAM_STATE_STREAMING) {
        stream->node = LIB.pw_stream_get_node_id(stream->stream);
    }
}

static void on_add_buffer(void *data, struct pw_buffer *buffer) {
    candela_pipewire_stream *stream = data;
    struct candela_pipewire_frame *frame = calloc(1, sizeof *frame);
    if (frame == NULL) return fail(stream, strerror(ENOMEM));
    frame->stream = stream;
    frame->buffer = buffer;
    frame->descriptor = -1;
    buffer->user_data = frame;
    const char *trouble = buffer->buffer->n_datas ? prepare(frame, &buffer->buffer->datas[0]) : "it gives empty buffers";
    if (trouble) fail(stream, trouble);
}

static void on_remove_buffer(void *data, struct pw_buffer *buffer) {
    candela_pipewire_stream *stream = data;
    struct candela_pipewire_frame *frame = buffer->user_data;
    if (frame == NULL) return;
    buffer->user_data = NULL;
    frame->buffer = NULL;
    pthread_mutex_lock(&stream->connection->mutex);
    if (stream->latest == frame) stream->latest = NULL;
    pthread_mutex_unlock(&stream->connection->mutex);
    // A frame that is lent keeps its memory until it is released.
    if (!frame->is_lent) forget(frame);
}

/// The format's param, as both sides agreed on it.
static void on_param_changed(void *data, uint32_t id, const struct spa_pod *param) {
    candela_pipewire_stream *stream = data;
    if (id != SPA_PARAM_Format || param == NULL) return;
    struct spa_video_info info = {0};
    candela_pipewire_agreed agreed = {0};
    struct spa_fraction rate = {0, 0};
    if (spa_format_parse(param, &info.media_type, &info.media_subtype) < 0) return fail(stream, "its format is not readable");
    if (info.media_subtype == SPA_MEDIA_SUBTYPE_raw) {
        struct spa_video_info_raw raw = {0};
        if (spa_format_video_raw_parse(param, &raw) < 0) return fail(stream, "its format is not readable");
        agreed.fourcc = candela_pipewire_fourcc(info.media_subtype, raw.format);
        agreed.width = raw.size.width;
        agreed.height = raw.size.height;
        rate = raw.framerate;
    } else {
        struct spa_video_info_mjpg mjpg = {0};
        if (spa_format_video_mjpg_parse(param, &mjpg) < 0) return fail(stream, "its format is not readable");
        agreed.fourcc = candela_pipewire_fourcc(info.media_subtype, 0);
        agreed.width = mjpg.size.width;
        agreed.height = mjpg.size.height;
        rate = mjpg.framerate;
    }
    if (agreed.width == 0 || agreed.height == 0 || agreed.width > LARGEST_SIDE || agreed.height > LARGEST_SIDE) {
        return fail(stream, "its pictures have an impossible size");
    }
    agreed.numerator = rate.num;
    agreed.denominator = rate.denom;

    uint8_t room[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    int types = 1 << SPA_DATA_MemPtr | 1 << SPA_DATA_MemFd | (stream->allows_dmabuf ? 1 << SPA_DATA_DmaBuf : 0);
    const struct spa_pod *params[2] = {
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
                                   SPA_POD_CHOICE_RANGE_Int(8, 2, 32), SPA_PARAM_BUFFERS_dataType,
                                   SPA_POD_CHOICE_FLAGS_Int(types)),
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
                                   SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size,
                                   SPA_POD_Int(sizeof(struct spa_meta_header))),
    };
    LIB.pw_stream_update_params(stream->stream, params, 2);
    pthread_mutex_lock(&stream->connection->mutex);
    stream->agreed = agreed;
    stream->has_format = true;
    pthread_mutex_unlock(&stream->connection->mutex);
}

static void give_back(candela_pipewire_stream *stream, struct candela_pipewire_frame *frame) {
    if (frame->buffer && stream->stream) LIB.pw_stream_queue_buffer(stream->stream, frame->buffer);
}

/// Notes what came with a buffer. False if it holds no whole frame.
static bool describe(candela_pipewire_stream *stream, struct candela_pipewire_frame *frame) {
    const struct spa_buffer *buffer = frame->buffer->buffer;
    if (buffer->n_datas == 0 || buffer->datas[0].chunk == NULL) return false;
    // Copied once: the memory is shared with its maker.
    struct spa_chunk chunk = *buffer->datas[0].chunk;
    candela_pipewire_picture picture = {.format = stream->agreed, .arrival_ns = now_ns()};
    const struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof(struct spa_meta_header));
    bool is_damaged = (chunk.flags & SPA_CHUNK_FLAG_CORRUPTED) != 0;
    if (header) {
        picture.sequence = header->seq;
        picture.time_ns = header->pts;
        is_damaged = is_damaged || (header->flags & SPA_META_HEADER_FLAG_CORRUPTED);
    }
    stream->counts.captured++;
    if (picture.sequence) {
        uint64_t gap = picture.sequence - stream->sequence;
        // A number that jumps wildly is not believed.
        if (stream->has_sequence && gap > 1 && gap < 10000) stream->counts.dropped += gap - 1;
        stream->sequence = picture.sequence;
        stream->has_sequence = true;
    }
    if (is_damaged || chunk.size == 0 || chunk.offset >= frame->size) {
        stream->counts.corrupt++;
        return false;
    }
    picture.frame = frame;
    picture.size = SPA_MIN((size_t)chunk.size, frame->size - chunk.offset);
    picture.bytes = frame->bytes ? frame->bytes + chunk.offset : NULL;
    picture.stride = chunk.stride > 0 ? (uint32_t)chunk.stride : 0;
    frame->picture = picture;
    // Where it is read from if it is not mapped.
    frame->picture.is_lent = frame->may_be_lent;
    if (frame->bytes == NULL) frame->picture.bytes = (const void *)(uintptr_t)chunk.offset;
    return true;
}

static void on_process(void *data) {
    candela_pipewire_stream *stream = data;
    struct pw_buffer *buffer;
    pthread_mutex_lock(&stream->connection->mutex);
    while ((buffer = LIB.pw_stream_dequeue_buffer(stream->stream))) {
        struct candela_pipewire_frame *frame = buffer->user_data;
        if (frame == NULL || !describe(stream, frame)) {
            LIB.pw_stream_queue_buffer(stream->stream, buffer);
            continue;
        }
        if (stream->latest) {
            stream->counts.superseded++;
            give_back(stream, stream->latest);
        }
        stream->latest = frame;
    }
    pthread_cond_broadcast(&stream->connection->changed);
    pthread_mutex_unlock(&stream->connection->mutex);
}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS,
    .state_changed = on_state_changed,
    .param_changed = on_param_changed,
    .add_buffer = on_add_buffer,
    .remove_buffer = on_remove_buffer,
    .process = on_process,
};

// MARK: The stream

static const struct spa_pod *build_offer(struct spa_pod_builder *builder, const candela_pipewire_offer *offer) {
    uint32_t subtype, format;
    candela_pipewire_spa_format(offer->fourcc, &subtype, &format);
    if (subtype == 0) return NULL;
    struct spa_rectangle size = SPA_RECTANGLE(offer->width, offer->height);
    struct spa_rectangle smallest = SPA_RECTANGLE(1, 1), largest = SPA_RECTANGLE(LARGEST_SIDE, LARGEST_SIDE);
    struct spa_fraction rate = SPA_FRACTION(offer->numerator, offer->denominator);
    struct spa_fraction slowest = SPA_FRACTION(0, 1), fastest = SPA_FRACTION(1000, 1);
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype,
                        SPA_POD_Id(subtype), 0);
    if (format) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(format), 0);
    if (offer->is_exact) {
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), 0);
    } else {
        spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&size, &smallest, &largest), 0);
    }
    spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &slowest, &fastest), 0);
    return spa_pod_builder_pop(builder, &frame);
}

/// Starts the stream. Returns an errno, negative, or 0. Call with the loop's lock.
static int start(candela_pipewire_stream *stream, const candela_pipewire_offer *offers, size_t count) {
    candela_pipewire *connection = stream->connection;
    struct node *node = candela_pipewire_find(connection, stream->source);
    if (node == NULL) return -ENOENT;
    struct pw_properties *properties = LIB.pw_properties_new_string(
        "{ media.type = Video media.category = Capture media.role = Camera node.name = candela "
        "application.name = candela node.dont-reconnect = true node.dont-fallback = true node.dont-move = true }");
    if (properties == NULL) return -ENOMEM;
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)node->serial);
    if (node->serial) LIB.pw_properties_set(properties, "target.object", number);
    snprintf(number, sizeof number, "%d", (int)getpid());
    LIB.pw_properties_set(properties, PW_KEY_APP_PROCESS_ID, number);
    stream->stream = LIB.pw_stream_new(connection->core, "candela", properties);
    if (stream->stream == NULL) return -errno;
    LIB.pw_stream_add_listener(stream->stream, &stream->listener, &stream_events, stream);

    uint8_t room[256 * MOST_OFFERS];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    const struct spa_pod *params[MOST_OFFERS];
    uint32_t built = 0;
    for (size_t index = 0; index < count && built < MOST_OFFERS; index++) {
        const struct spa_pod *param = build_offer(&builder, &offers[index]);
        if (param) params[built++] = param;
    }
    // Without PW_STREAM_FLAG_MAP_BUFFERS: the library would unmap a frame that is still being read.
    return LIB.pw_stream_connect(stream->stream, PW_DIRECTION_INPUT, node->serial ? PW_ID_ANY : node->id,
                                 PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_DONT_RECONNECT, params, built);
}

/// Whether the stream is over, and why. Call with the mutex held.
static bool is_over(candela_pipewire_stream *stream, candela_pipewire_failure *failure) {
    candela_pipewire *connection = stream->connection;
    const char *words = "";
    if (connection->is_cancelled || stream->is_stopped) {
        failure->ending = CANDELA_PIPEWIRE_CANCELLED;
    } else if (connection->is_lost) {
        failure->ending = CANDELA_PIPEWIRE_LOST;
        words = connection->lost_words;
    } else if (candela_pipewire_find(connection, stream->source) == NULL) {
        failure->ending = CANDELA_PIPEWIRE_NO_NODE;
    } else if (stream->has_failed) {
        failure->ending = CANDELA_PIPEWIRE_FAILED;
        words = stream->words;
    } else if (stream->node != SPA_ID_INVALID && connection->failed_input == stream->node) {
        failure->ending = CANDELA_PIPEWIRE_FAILED;
        words = connection->link_failure;
    } else {
        return false;
    }
    snprintf(failure->words, sizeof failure->words, "%s", words);
    return true;
}

candela_pipewire_stream *candela_pipewire_open(candela_pipewire *connection, uint32_t node,
                                               const candela_pipewire_offer *offers, size_t count, bool allows_dmabuf,
                                               int limit_ms, candela_pipewire_agreed *agreed,
                                               candela_pipewire_failure *failure) {
    struct timespec deadline = candela_pipewire_deadline(limit_ms);
    memset(failure, 0, sizeof *failure);
    candela_pipewire_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        failure->ending = CANDELA_PIPEWIRE_FAILED;
        snprintf(failure->words, sizeof failure->words, "%s", strerror(ENOMEM));
        return NULL;
    }
    stream->connection = connection;
    stream->source = node;
    stream->node = SPA_ID_INVALID;
    stream->allows_dmabuf = allows_dmabuf;
    LIB.pw_thread_loop_lock(connection->loop);
    int status = start(stream, offers, count);
    LIB.pw_thread_loop_unlock(connection->loop);
    if (status < 0 && status != -ENOENT) fail(stream, strerror(-status));

    bool is_done = false;
    pthread_mutex_lock(&connection->mutex);
    while (!is_done && !is_over(stream, failure)) {
        if (stream->latest) {
            *agreed = stream->agreed;
            is_done = true;
        } else if (!candela_pipewire_wait(connection, &deadline)) {
            failure->ending = CANDELA_PIPEWIRE_LATE;
            break;
        }
    }
    failure->was_agreed = stream->has_format;
    for (size_t index = 0; index < connection->link_count; index++) {
        if (connection->links[index]->input == stream->node) failure->was_linked = true;
    }
    pthread_mutex_unlock(&connection->mutex);
    if (is_done) return stream;
    candela_pipewire_stop(stream);
    candela_pipewire_free(stream);
    return NULL;
}

/// A copy of the frame, whose buffer goes back. NULL if it cannot be had.
static struct candela_pipewire_frame *copy_of(const struct candela_pipewire_frame *frame) {
    struct candela_pipewire_frame *copy = calloc(1, sizeof *copy);
    if (copy == NULL) return NULL;
    copy->stream = frame->stream;
    copy->descriptor = -1;
    copy->picture = frame->picture;
    copy->copy = malloc(frame->picture.size);
    size_t done = 0, size = frame->picture.size;
    if (copy->copy == NULL) {
        size = 0;
    } else if (frame->bytes) {
        memcpy(copy->copy, frame->picture.bytes, size);
        done = size;
    } else {
        off_t place = (off_t)(frame->offset + (uintptr_t)frame->picture.bytes);
        while (done < size) {
            ssize_t got = pread(frame->descriptor, (char *)copy->copy + done, size - done, place + (off_t)done);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            done += (size_t)got;
        }
    }
    if (done == 0 || done < size) {
        forget(copy);
        return NULL;
    }
    copy->picture.bytes = copy->copy;
    copy->picture.frame = copy;
    copy->picture.is_lent = false;
    return copy;
}

candela_pipewire_ending candela_pipewire_take(candela_pipewire_stream *stream, int limit_ms,
                                              candela_pipewire_picture *picture, candela_pipewire_failure *failure) {
    candela_pipewire *connection = stream->connection;
    struct timespec deadline = candela_pipewire_deadline(limit_ms);
    memset(failure, 0, sizeof *failure);
    while (true) {
        pthread_mutex_lock(&connection->mutex);
        while (!is_over(stream, failure) && stream->latest == NULL) {
            if (candela_pipewire_wait(connection, &deadline)) continue;
            failure->ending = CANDELA_PIPEWIRE_LATE;
            break;
        }
        pthread_mutex_unlock(&connection->mutex);
        if (failure->ending != CANDELA_PIPEWIRE_OK) return failure->ending;

        // With the loop's lock the buffer stays.
        LIB.pw_thread_loop_lock(connection->loop);
        pthread_mutex_lock(&connection->mutex);
        struct candela_pipewire_frame *frame = stream->latest;
        stream->latest = NULL;
        pthread_mutex_unlock(&connection->mutex);
        struct candela_pipewire_frame *given = frame;
        if (frame) {
            synchronise(frame, DMA_BUF_SYNC_START);
            if (frame->may_be_lent) {
                frame->is_lent = true;
            } else {
                given = copy_of(frame);
                give_back(stream, frame);
            }
        }
        LIB.pw_thread_loop_unlock(connection->loop);
        if (given) {
            *picture = given->picture;
            return CANDELA_PIPEWIRE_OK;
        }
        if (frame) {
            pthread_mutex_lock(&connection->mutex);
            stream->counts.corrupt++;
            pthread_mutex_unlock(&connection->mutex);
        }
    }
}

void candela_pipewire_release(candela_pipewire_stream *stream, candela_pipewire_frame *frame) {
    if (frame->copy) return forget(frame);
    synchronise(frame, DMA_BUF_SYNC_END);
    LIB.pw_thread_loop_lock(stream->connection->loop);
    frame->is_lent = false;
    bool is_gone = frame->buffer == NULL;
    give_back(stream, frame);
    LIB.pw_thread_loop_unlock(stream->connection->loop);
    if (is_gone) forget(frame);
}

candela_pipewire_counts candela_pipewire_count(candela_pipewire_stream *stream) {
    pthread_mutex_lock(&stream->connection->mutex);
    candela_pipewire_counts counts = stream->counts;
    pthread_mutex_unlock(&stream->connection->mutex);
    return counts;
}

void candela_pipewire_stop(candela_pipewire_stream *stream) {
    candela_pipewire *connection = stream->connection;
    pthread_mutex_lock(&connection->mutex);
    stream->is_stopped = true;
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->mutex);
    LIB.pw_thread_loop_lock(connection->loop);
    struct pw_stream *running = stream->stream;
    // The buffers that are taken away while it is destroyed are not given back.
    stream->stream = NULL;
    if (running) LIB.pw_stream_destroy(running);
    LIB.pw_thread_loop_unlock(connection->loop);
}

void candela_pipewire_free(candela_pipewire_stream *stream) { free(stream); }
