// SPDX-License-Identifier: Apache-2.0
//
// The kernel's V4L2 interface for Swift. The VIDIOC_* requests are macros that Swift cannot import, so they are
// restated as constants. The assertions prove that the structures that they size are those that Swift sees.

#ifndef CANDELA_CVIDEODEV2_H
#define CANDELA_CVIDEODEV2_H

#include <linux/media.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>

// The sizes of the 64-bit kernel interface. 32-bit machines have other, equally fixed sizes.
#if defined(__LP64__)
_Static_assert(sizeof(struct v4l2_capability) == 104, "v4l2_capability");
_Static_assert(sizeof(struct v4l2_fmtdesc) == 64, "v4l2_fmtdesc");
_Static_assert(sizeof(struct v4l2_frmsizeenum) == 44, "v4l2_frmsizeenum");
_Static_assert(sizeof(struct v4l2_frmivalenum) == 52, "v4l2_frmivalenum");
_Static_assert(sizeof(struct v4l2_format) == 208, "v4l2_format");
_Static_assert(sizeof(struct v4l2_streamparm) == 204, "v4l2_streamparm");
_Static_assert(sizeof(struct v4l2_requestbuffers) == 20, "v4l2_requestbuffers");
_Static_assert(sizeof(struct v4l2_plane) == 64, "v4l2_plane");
_Static_assert(sizeof(struct v4l2_buffer) == 88, "v4l2_buffer");
_Static_assert(sizeof(struct v4l2_ext_control) == 20, "v4l2_ext_control");
_Static_assert(sizeof(struct v4l2_ext_controls) == 32, "v4l2_ext_controls");
_Static_assert(sizeof(struct v4l2_query_ext_ctrl) == 232, "v4l2_query_ext_ctrl");
_Static_assert(sizeof(struct v4l2_querymenu) == 44, "v4l2_querymenu");
_Static_assert(sizeof(struct v4l2_event) == 136, "v4l2_event");
#endif
// These are packed: the same everywhere.
_Static_assert(sizeof(struct media_v2_topology) == 72, "media_v2_topology");
_Static_assert(sizeof(struct media_v2_entity) == 96, "media_v2_entity");
_Static_assert(sizeof(struct media_v2_interface) == 112, "media_v2_interface");
_Static_assert(sizeof(struct media_v2_pad) == 32, "media_v2_pad");
_Static_assert(sizeof(struct media_v2_link) == 40, "media_v2_link");

static const unsigned long CANDELA_VIDIOC_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long CANDELA_VIDIOC_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long CANDELA_VIDIOC_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long CANDELA_VIDIOC_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long CANDELA_VIDIOC_ENUMINPUT = VIDIOC_ENUMINPUT;
static const unsigned long CANDELA_VIDIOC_G_INPUT = VIDIOC_G_INPUT;
static const unsigned long CANDELA_VIDIOC_G_STD = VIDIOC_G_STD;
static const unsigned long CANDELA_VIDIOC_QUERYSTD = VIDIOC_QUERYSTD;
static const unsigned long CANDELA_VIDIOC_G_FMT = VIDIOC_G_FMT;
static const unsigned long CANDELA_VIDIOC_S_FMT = VIDIOC_S_FMT;
static const unsigned long CANDELA_VIDIOC_TRY_FMT = VIDIOC_TRY_FMT;
static const unsigned long CANDELA_VIDIOC_G_PARM = VIDIOC_G_PARM;
static const unsigned long CANDELA_VIDIOC_S_PARM = VIDIOC_S_PARM;
static const unsigned long CANDELA_VIDIOC_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long CANDELA_VIDIOC_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long CANDELA_VIDIOC_QBUF = VIDIOC_QBUF;
static const unsigned long CANDELA_VIDIOC_DQBUF = VIDIOC_DQBUF;
static const unsigned long CANDELA_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long CANDELA_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long CANDELA_VIDIOC_QUERY_EXT_CTRL = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long CANDELA_VIDIOC_QUERYMENU = VIDIOC_QUERYMENU;
static const unsigned long CANDELA_VIDIOC_G_EXT_CTRLS = VIDIOC_G_EXT_CTRLS;
static const unsigned long CANDELA_VIDIOC_S_EXT_CTRLS = VIDIOC_S_EXT_CTRLS;
static const unsigned long CANDELA_VIDIOC_TRY_EXT_CTRLS = VIDIOC_TRY_EXT_CTRLS;
static const unsigned long CANDELA_VIDIOC_SUBSCRIBE_EVENT = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long CANDELA_VIDIOC_UNSUBSCRIBE_EVENT = VIDIOC_UNSUBSCRIBE_EVENT;
static const unsigned long CANDELA_VIDIOC_DQEVENT = VIDIOC_DQEVENT;

static const unsigned long CANDELA_MEDIA_IOC_G_TOPOLOGY = MEDIA_IOC_G_TOPOLOGY;

/// `ioctl` is variadic, which Swift cannot call.
static inline int candela_ioctl(int descriptor, unsigned long request, void *argument) {
    return ioctl(descriptor, request, argument);
}

// The unions of these structures contain pointers, so Swift treats every access as unsafe. These functions convert them
// to plain values and back.

/// `struct v4l2_format` for capture, single- or multi-planar; strides and sizes are those of plane 0.
typedef struct {
    __u32 type, pixelformat, width, height, bytesperline, sizeimage, planes;
} candela_format;

static inline void candela_format_fill(struct v4l2_format *raw, candela_format format) {
    // Padding included: recordings compare all bytes that the kernel gets.
    __builtin_memset(raw, 0, sizeof *raw);
    raw->type = format.type;
    if (format.type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE) {
        raw->fmt.pix_mp.pixelformat = format.pixelformat;
        raw->fmt.pix_mp.width = format.width;
        raw->fmt.pix_mp.height = format.height;
        raw->fmt.pix_mp.field = V4L2_FIELD_ANY;
    } else {
        raw->fmt.pix.pixelformat = format.pixelformat;
        raw->fmt.pix.width = format.width;
        raw->fmt.pix.height = format.height;
        raw->fmt.pix.field = V4L2_FIELD_ANY;
    }
}

static inline candela_format candela_format_of(const struct v4l2_format *raw) {
    if (raw->type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE) {
        const struct v4l2_pix_format_mplane *pixels = &raw->fmt.pix_mp;
        __u32 planes = pixels->num_planes < 1 ? 1 : pixels->num_planes > VIDEO_MAX_PLANES ? VIDEO_MAX_PLANES : pixels->num_planes;
        return (candela_format){raw->type, pixels->pixelformat, pixels->width, pixels->height,
                                pixels->plane_fmt[0].bytesperline, pixels->plane_fmt[0].sizeimage, planes};
    }
    const struct v4l2_pix_format *pixels = &raw->fmt.pix;
    return (candela_format){raw->type, pixels->pixelformat, pixels->width, pixels->height,
                            pixels->bytesperline, pixels->sizeimage, 1};
}

/// `struct v4l2_buffer` of a mapped capture buffer; lengths and offset are those of plane 0.
typedef struct {
    __u32 type, index, bytesused, data_offset, length, offset, flags, sequence;
    __s64 timestamp_ns;
} candela_buffer;

/// Space for a buffer request: in the multi-planar interface the planes are outside the structure.
typedef struct {
    struct v4l2_buffer buffer;
    struct v4l2_plane planes[VIDEO_MAX_PLANES];
} candela_buffer_request;

static inline void candela_buffer_fill(candela_buffer_request *request, __u32 type, __u32 index, __u32 planes) {
    __builtin_memset(request, 0, sizeof *request);
    request->buffer.type = type;
    request->buffer.index = index;
    request->buffer.memory = V4L2_MEMORY_MMAP;
    if (type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE) {
        request->buffer.m.planes = request->planes;
        request->buffer.length = planes;
    }
}

static inline candela_buffer candela_buffer_of(const candela_buffer_request *request) {
    const struct v4l2_buffer *buffer = &request->buffer;
    candela_buffer value = {
        .type = buffer->type, .index = buffer->index, .flags = buffer->flags, .sequence = buffer->sequence,
        .timestamp_ns = (__s64)buffer->timestamp.tv_sec * 1000000000 + (__s64)buffer->timestamp.tv_usec * 1000,
    };
    if (buffer->type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE) {
        value.bytesused = request->planes[0].bytesused;
        value.data_offset = request->planes[0].data_offset;
        value.length = request->planes[0].length;
        value.offset = request->planes[0].m.mem_offset;
    } else {
        value.bytesused = buffer->bytesused;
        value.length = buffer->length;
        value.offset = buffer->m.offset;
    }
    return value;
}

/// The interval of a capture `struct v4l2_streamparm`.
static inline void candela_interval_fill(struct v4l2_streamparm *raw, __u32 type, struct v4l2_fract interval) {
    __builtin_memset(raw, 0, sizeof *raw);
    raw->type = type;
    raw->parm.capture.timeperframe = interval;
}

static inline struct v4l2_fract candela_interval_of(const struct v4l2_streamparm *raw) {
    return raw->parm.capture.timeperframe;
}

/// Space for one control's request.
typedef struct {
    struct v4l2_ext_controls controls;
    struct v4l2_ext_control control;
} candela_control_request;

/// `payload` may be NULL; otherwise it holds `size` bytes and must outlive the request.
static inline void candela_control_fill(candela_control_request *request, __u32 id, __s64 value, int is64,
                                        void *payload, __u32 size) {
    __builtin_memset(request, 0, sizeof *request);
    request->control.id = id;
    request->control.size = size;
    if (payload)
        request->control.ptr = payload;
    else if (is64)
        request->control.value64 = value;
    else
        request->control.value = (__s32)value;
    request->controls.which = V4L2_CTRL_WHICH_CUR_VAL;
    request->controls.count = 1;
    request->controls.controls = &request->control;
}

static inline __s64 candela_control_value(const candela_control_request *request, int is64) {
    return is64 ? request->control.value64 : request->control.value;
}

/// The device node of an interface. Other kinds of interface use the union differently.
static inline struct media_v2_intf_devnode candela_interface_node(const struct media_v2_interface *interface) {
    return interface->devnode;
}

/// The control event of a `struct v4l2_event`.
static inline struct v4l2_event_ctrl candela_event_control(const struct v4l2_event *event) { return event->u.ctrl; }

#endif
