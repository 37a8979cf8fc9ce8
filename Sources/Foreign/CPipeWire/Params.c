// SPDX-License-Identifier: Apache-2.0
//
// Formats and properties of nodes: SPA's objects ("pods"), taken apart and built.

#include "Library.h"

#include <spa/param/props.h>
#include <spa/param/video/format-utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/// SPA names the bytes in their order in memory, V4L2's codes are in linux/videodev2.h.
static const struct {
    uint32_t format, fourcc;
} formats[] = {
    {SPA_VIDEO_FORMAT_GRAY8, FOURCC('G', 'R', 'E', 'Y')},
    {SPA_VIDEO_FORMAT_NV12, FOURCC('N', 'V', '1', '2')},
    {SPA_VIDEO_FORMAT_I420, FOURCC('Y', 'U', '1', '2')},
    {SPA_VIDEO_FORMAT_YV12, FOURCC('Y', 'V', '1', '2')},
    {SPA_VIDEO_FORMAT_NV21, FOURCC('N', 'V', '2', '1')},
    {SPA_VIDEO_FORMAT_NV16, FOURCC('N', 'V', '1', '6')},
    {SPA_VIDEO_FORMAT_NV61, FOURCC('N', 'V', '6', '1')},
    {SPA_VIDEO_FORMAT_NV24, FOURCC('N', 'V', '2', '4')},
    {SPA_VIDEO_FORMAT_Y42B, FOURCC('4', '2', '2', 'P')},
    {SPA_VIDEO_FORMAT_Y41B, FOURCC('4', '1', '1', 'P')},
    {SPA_VIDEO_FORMAT_YUV9, FOURCC('Y', 'U', 'V', '9')},
    {SPA_VIDEO_FORMAT_YVU9, FOURCC('Y', 'V', 'U', '9')},
    {SPA_VIDEO_FORMAT_YUY2, FOURCC('Y', 'U', 'Y', 'V')},
    {SPA_VIDEO_FORMAT_YVYU, FOURCC('Y', 'V', 'Y', 'U')},
    {SPA_VIDEO_FORMAT_UYVY, FOURCC('U', 'Y', 'V', 'Y')},
    {SPA_VIDEO_FORMAT_VYUY, FOURCC('V', 'Y', 'U', 'Y')},
    {SPA_VIDEO_FORMAT_GRAY16_LE, FOURCC('Y', '1', '6', ' ')},
    {SPA_VIDEO_FORMAT_GRAY16_BE, FOURCC('Y', '1', '6', ' ') | 1u << 31},
    {SPA_VIDEO_FORMAT_P010_10LE, FOURCC('P', '0', '1', '0')},
    {SPA_VIDEO_FORMAT_RGB, FOURCC('R', 'G', 'B', '3')},
    {SPA_VIDEO_FORMAT_BGR, FOURCC('B', 'G', 'R', '3')},
    {SPA_VIDEO_FORMAT_BGRx, FOURCC('X', 'R', '2', '4')},
    {SPA_VIDEO_FORMAT_BGRA, FOURCC('A', 'R', '2', '4')},
    {SPA_VIDEO_FORMAT_RGBx, FOURCC('X', 'B', '2', '4')},
    {SPA_VIDEO_FORMAT_RGBA, FOURCC('A', 'B', '2', '4')},
    {SPA_VIDEO_FORMAT_xRGB, FOURCC('B', 'X', '2', '4')},
    {SPA_VIDEO_FORMAT_ARGB, FOURCC('B', 'A', '2', '4')},
    {SPA_VIDEO_FORMAT_xBGR, FOURCC('R', 'X', '2', '4')},
    {SPA_VIDEO_FORMAT_ABGR, FOURCC('R', 'A', '2', '4')},
    {SPA_VIDEO_FORMAT_RGB16, FOURCC('R', 'G', 'B', 'P')},
};

uint32_t candela_pipewire_fourcc(uint32_t subtype, uint32_t format) {
    switch (subtype) {
    case SPA_MEDIA_SUBTYPE_mjpg:
        return FOURCC('M', 'J', 'P', 'G');
    case SPA_MEDIA_SUBTYPE_h264:
        return FOURCC('H', '2', '6', '4');
    case SPA_MEDIA_SUBTYPE_raw:
        for (size_t index = 0; index < sizeof formats / sizeof *formats; index++) {
            if (formats[index].format == format) return formats[index].fourcc;
        }
        return 0;
    default:
        return 0;
    }
}

void candela_pipewire_spa_format(uint32_t fourcc, uint32_t *subtype, uint32_t *format) {
    *subtype = *format = 0;
    if (fourcc == FOURCC('M', 'J', 'P', 'G')) *subtype = SPA_MEDIA_SUBTYPE_mjpg;
    for (size_t index = 0; index < sizeof formats / sizeof *formats; index++) {
        if (formats[index].fourcc != fourcc) continue;
        *subtype = SPA_MEDIA_SUBTYPE_raw;
        *format = formats[index].format;
    }
}

/// The values of a property, the default first; `count` is 0 if they are not of that type.
static const void *values_of(const struct spa_pod *param, uint32_t key, uint32_t type, size_t size, uint32_t *count,
                             uint32_t *choice) {
    const struct spa_pod_prop *property = spa_pod_find_prop(param, NULL, key);
    *count = 0;
    *choice = SPA_CHOICE_None;
    if (property == NULL) return NULL;
    struct spa_pod *values = spa_pod_get_values(&property->value, count, choice);
    if (*count == 0 || SPA_POD_TYPE(values) != type || SPA_POD_BODY_SIZE(values) != size) {
        *count = 0;
        return NULL;
    }
    return SPA_POD_BODY(values);
}

/// The places of the values among those of a choice: a single value, the alternatives after the default, or the bounds.
static void places_of(uint32_t count, uint32_t choice, uint32_t *first, uint32_t *last) {
    bool is_single = choice == SPA_CHOICE_None || count < 2;
    *first = is_single ? 0 : 1;
    *last = is_single ? 0 : choice == SPA_CHOICE_Enum || count < 3 ? count - 1 : 2;
}

static bool is_range(uint32_t choice) { return choice == SPA_CHOICE_Range || choice == SPA_CHOICE_Step; }

static bool is_faster(struct spa_fraction left, struct spa_fraction right) {
    return (uint64_t)left.num * right.denom > (uint64_t)right.num * left.denom;
}

static void collect_formats(struct request *request, const struct spa_pod *param) {
    uint32_t type, subtype, count, choice, first, last;
    if (spa_format_parse(param, &type, &subtype) < 0 || type != SPA_MEDIA_TYPE_video) return;
    candela_pipewire_format told = {0};

    const struct spa_fraction *rates = values_of(param, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, sizeof *rates, &count, &choice);
    if (count) {
        places_of(count, choice, &first, &last);
        struct spa_fraction fastest = {0, 0}, slowest = {0, 0};
        for (uint32_t at = first; at <= last; at++) {
            if (rates[at].num == 0 || rates[at].denom == 0) continue;
            if (fastest.num == 0 || is_faster(rates[at], fastest)) fastest = rates[at];
            if (slowest.num == 0 || is_faster(slowest, rates[at])) slowest = rates[at];
        }
        told.fastest_numerator = fastest.num;
        told.fastest_denominator = fastest.denom;
        told.slowest_numerator = slowest.num;
        told.slowest_denominator = slowest.denom;
    }

    uint32_t id_count, id_choice, id_first = 0, id_last = 0;
    const uint32_t *ids = values_of(param, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, sizeof *ids, &id_count, &id_choice);
    if (id_count) places_of(id_count, id_choice, &id_first, &id_last);
    const struct spa_rectangle *sizes = values_of(param, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, sizeof *sizes, &count, &choice);
    if (count == 0) return;
    places_of(count, choice, &first, &last);
    for (uint32_t id = id_first; id <= id_last; id++) {
        told.fourcc = candela_pipewire_fourcc(subtype, id_count ? ids[id] : 0);
        for (uint32_t at = first; at <= last && request->count < request->room; at++) {
            struct spa_rectangle smallest = sizes[at], largest = is_range(choice) ? sizes[last] : sizes[at];
            told.minimum_width = smallest.width;
            told.minimum_height = smallest.height;
            told.maximum_width = largest.width;
            told.maximum_height = largest.height;
            request->formats[request->count++] = told;
            if (is_range(choice)) break;
        }
    }
}

/// Reads a number, whatever its type. False for other types.
static bool number_of(const struct spa_pod *pod, double *number, candela_pipewire_type *type) {
    bool is_on;
    int32_t integer;
    int64_t wide;
    float real;
    if (spa_pod_get_bool(pod, &is_on) == 0) {
        *number = is_on;
        *type = CANDELA_PIPEWIRE_BOOLEAN;
    } else if (spa_pod_get_int(pod, &integer) == 0) {
        *number = integer;
        *type = CANDELA_PIPEWIRE_INTEGER;
    } else if (spa_pod_get_long(pod, &wide) == 0) {
        *number = (double)wide;
        *type = CANDELA_PIPEWIRE_LONG;
    } else if (spa_pod_get_float(pod, &real) == 0) {
        *number = real;
        *type = CANDELA_PIPEWIRE_FLOAT;
    } else if (spa_pod_get_double(pod, number) == 0) {
        *type = CANDELA_PIPEWIRE_DOUBLE;
    } else {
        return false;
    }
    return true;
}

/// Element `at` of the values of a choice.
static bool element(const struct spa_pod *values, uint32_t at, double *number, candela_pipewire_type *type) {
    uint64_t room[4];
    uint32_t size = SPA_POD_BODY_SIZE(values);
    if (size > sizeof room - sizeof(struct spa_pod)) return false;
    struct spa_pod *pod = (struct spa_pod *)room;
    pod->size = size;
    pod->type = SPA_POD_TYPE(values);
    memcpy(SPA_POD_BODY(pod), (const char *)SPA_POD_BODY_CONST(values) + (size_t)at * size, size);
    return number_of(pod, number, type);
}

static void collect_labels(struct control *control, struct spa_pod *labels) {
    if (!spa_pod_is_struct(labels)) return;
    struct spa_pod *pod;
    double number = 0;
    bool has_number = false;
    SPA_POD_STRUCT_FOREACH(labels, pod) {
        const char *label;
        candela_pipewire_type type;
        if (number_of(pod, &number, &type)) {
            has_number = true;
        } else if (has_number && spa_pod_get_string(pod, &label) == 0 && control->told.choices < MOST_CHOICES) {
            size_t at = control->told.choices++;
            control->numbers[at] = (int32_t)number;
            control->labels[at] = candela_pipewire_text(label);
            has_number = false;
        }
    }
}

static void collect_control(struct request *request, const struct spa_pod *param) {
    uint32_t id, count, choice;
    const char *name = NULL, *description = NULL;
    const struct spa_pod *type = NULL;
    struct spa_pod *labels = NULL;
    if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_PropInfo, NULL, SPA_PROP_INFO_id, SPA_POD_Id(&id),
                             SPA_PROP_INFO_name, SPA_POD_OPT_String(&name), SPA_PROP_INFO_description,
                             SPA_POD_OPT_String(&description), SPA_PROP_INFO_type, SPA_POD_PodChoice(&type),
                             SPA_PROP_INFO_labels, SPA_POD_OPT_Pod(&labels)) < 0) {
        return;
    }
    struct spa_pod *values = spa_pod_get_values(type, &count, &choice);
    struct control *control = count && request->count < request->room ? calloc(1, sizeof *control) : NULL;
    if (control == NULL) return;
    candela_pipewire_control *told = &control->told;
    told->id = id;
    if (!element(values, 0, &told->initial, &told->type)) {
        // A text, or something else that is no number.
        free(control);
        return;
    }
    control->name = candela_pipewire_text(description ? description : name);
    told->minimum = told->maximum = told->initial;
    candela_pipewire_type other;
    for (uint32_t at = 1; at < count; at++) {
        double number;
        if (!element(values, at, &number, &other)) break;
        if (choice == SPA_CHOICE_Step && at == 3) {
            told->step = number;
        } else {
            if (number < told->minimum) told->minimum = number;
            if (number > told->maximum) told->maximum = number;
        }
    }
    if (labels) collect_labels(control, labels);
    // The alternatives of a menu are told by its labels only.
    for (size_t at = 0; at < told->choices; at++) {
        if (control->numbers[at] < told->minimum) told->minimum = control->numbers[at];
        if (control->numbers[at] > told->maximum) told->maximum = control->numbers[at];
    }
    told->name = control->name;
    told->numbers = control->numbers;
    told->labels = (const char *const *)control->labels;
    request->controls[request->count++] = control;
}

static void collect_values(struct request *request, const struct spa_pod *param) {
    if (!spa_pod_is_object_type(param, SPA_TYPE_OBJECT_Props)) return;
    struct spa_pod_prop *property;
    SPA_POD_OBJECT_FOREACH((struct spa_pod_object *)param, property) {
        candela_pipewire_value told = {.id = property->key};
        if (request->count < request->room && number_of(&property->value, &told.value, &told.type)) {
            request->values[request->count++] = told;
        }
    }
}

void candela_pipewire_collect(struct request *request, const struct spa_pod *param) {
    switch (request->param) {
    case SPA_PARAM_EnumFormat:
        return collect_formats(request, param);
    case SPA_PARAM_PropInfo:
        return collect_control(request, param);
    case SPA_PARAM_Props:
        return collect_values(request, param);
    }
}

/// Asks a node for a param, and waits until it has answered.
static candela_pipewire_ending ask(candela_pipewire *connection, struct request *request, int limit_ms) {
    struct timespec deadline = candela_pipewire_deadline(limit_ms);
    LIB.pw_thread_loop_lock(connection->loop);
    struct node *node = candela_pipewire_find(connection, request->node);
    if (node && node->proxy) {
        pthread_mutex_lock(&connection->mutex);
        connection->request = request;
        pthread_mutex_unlock(&connection->mutex);
        pw_node_enum_params((struct pw_node *)node->proxy, 0, request->param, 0, UINT32_MAX, NULL);
    }
    LIB.pw_thread_loop_unlock(connection->loop);
    if (node == NULL) return CANDELA_PIPEWIRE_NO_NODE;
    candela_pipewire_ending ending = candela_pipewire_sync(connection, &deadline);
    pthread_mutex_lock(&connection->mutex);
    connection->request = NULL;
    pthread_mutex_unlock(&connection->mutex);
    return ending;
}

candela_pipewire_ending candela_pipewire_formats(candela_pipewire *connection, uint32_t node, int limit_ms,
                                                 candela_pipewire_format *formats, size_t room, size_t *count) {
    struct request request = {.node = node, .param = SPA_PARAM_EnumFormat, .formats = formats, .room = room};
    candela_pipewire_ending ending = ask(connection, &request, limit_ms);
    *count = request.count;
    return ending;
}

candela_pipewire_ending candela_pipewire_controls(candela_pipewire *connection, uint32_t node, int limit_ms,
                                                  void (*body)(void *context, const candela_pipewire_control *control),
                                                  void *context) {
    struct control *controls[MOST_CONTROLS];
    struct request request = {
        .node = node, .param = SPA_PARAM_PropInfo, .controls = controls, .room = MOST_CONTROLS};
    candela_pipewire_ending ending = ask(connection, &request, limit_ms);
    for (size_t index = 0; index < request.count; index++) {
        struct control *control = controls[index];
        if (ending == CANDELA_PIPEWIRE_OK) body(context, &control->told);
        for (size_t at = 0; at < control->told.choices; at++) free(control->labels[at]);
        free(control->name);
        free(control);
    }
    return ending;
}

candela_pipewire_ending candela_pipewire_values(candela_pipewire *connection, uint32_t node, int limit_ms,
                                                candela_pipewire_value *values, size_t room, size_t *count) {
    struct request request = {.node = node, .param = SPA_PARAM_Props, .values = values, .room = room};
    candela_pipewire_ending ending = ask(connection, &request, limit_ms);
    *count = request.count;
    return ending;
}

candela_pipewire_ending candela_pipewire_set(candela_pipewire *connection, uint32_t node,
                                             const candela_pipewire_value *value, int limit_ms,
                                             candela_pipewire_failure *failure) {
    uint8_t room[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(room, sizeof room);
    struct spa_pod_frame frame;
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props);
    spa_pod_builder_prop(&builder, value->id, 0);
    switch (value->type) {
    case CANDELA_PIPEWIRE_BOOLEAN:
        spa_pod_builder_bool(&builder, value->value != 0);
        break;
    case CANDELA_PIPEWIRE_INTEGER:
        spa_pod_builder_int(&builder, (int32_t)value->value);
        break;
    case CANDELA_PIPEWIRE_LONG:
        spa_pod_builder_long(&builder, (int64_t)value->value);
        break;
    case CANDELA_PIPEWIRE_FLOAT:
        spa_pod_builder_float(&builder, (float)value->value);
        break;
    case CANDELA_PIPEWIRE_DOUBLE:
        spa_pod_builder_double(&builder, value->value);
        break;
    }
    const struct spa_pod *param = spa_pod_builder_pop(&builder, &frame);

    struct timespec deadline = candela_pipewire_deadline(limit_ms);
    LIB.pw_thread_loop_lock(connection->loop);
    struct node *found = candela_pipewire_find(connection, node);
    if (found && found->proxy) {
        pthread_mutex_lock(&connection->mutex);
        connection->failed_node = SPA_ID_INVALID;
        pthread_mutex_unlock(&connection->mutex);
        pw_node_set_param((struct pw_node *)found->proxy, SPA_PARAM_Props, 0, param);
    }
    LIB.pw_thread_loop_unlock(connection->loop);
    if (found == NULL) return CANDELA_PIPEWIRE_NO_NODE;
    candela_pipewire_ending ending = candela_pipewire_sync(connection, &deadline);
    pthread_mutex_lock(&connection->mutex);
    if (ending == CANDELA_PIPEWIRE_OK && connection->failed_node == node) {
        ending = CANDELA_PIPEWIRE_FAILED;
        snprintf(failure->words, sizeof failure->words, "%s", connection->failure);
    }
    pthread_mutex_unlock(&connection->mutex);
    return ending;
}
