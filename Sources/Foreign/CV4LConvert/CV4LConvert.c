// SPDX-License-Identifier: Apache-2.0

#include "CV4LConvert.h"
#include "CDynamicLibrary.h"

#include <errno.h>
#include <libv4l-plugin.h>
#include <libv4lconvert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#define SYMBOLS(X)                                                              \
    X(v4lconvert_create) X(v4lconvert_create_with_dev_ops) X(v4lconvert_destroy) X(v4lconvert_convert) X(v4lconvert_get_error_message)

CANDELA_LIBRARY("libv4lconvert.so.0", SYMBOLS, candela_v4lconvert_load)

void *candela_v4lconvert_create(int descriptor) { return lib.v4lconvert_create(descriptor); }

// Pretends to be a camera without formats, controls or quirks.
static void *no_device_init(int descriptor) {
    (void)descriptor;
    return NULL;
}
static void no_device_close(void *state) { (void)state; }
static int no_device_ioctl(void *state, int descriptor, unsigned long request, void *argument) {
    (void)state, (void)descriptor;
    if (request == VIDIOC_QUERYCAP) {
        struct v4l2_capability *answer = argument;
        memset(answer, 0, sizeof *answer);
        answer->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    }
    errno = EINVAL;
    return -1;
}
static ssize_t no_device_read(void *state, int descriptor, void *to, size_t count) {
    (void)state, (void)descriptor, (void)to, (void)count;
    errno = EINVAL;
    return -1;
}
static ssize_t no_device_write(void *state, int descriptor, const void *from, size_t count) {
    return no_device_read(state, descriptor, (void *)from, count);
}
static const struct libv4l_dev_ops no_device = {
    .init = no_device_init, .close = no_device_close, .ioctl = no_device_ioctl, .read = no_device_read,
    .write = no_device_write};

void *candela_v4lconvert_create_without_device(void) {
    return lib.v4lconvert_create_with_dev_ops(-1, NULL, &no_device);
}

void candela_v4lconvert_destroy(void *converter) { lib.v4lconvert_destroy(converter); }

int candela_v4lconvert_to_yu12(
    void *converter, candela_v4lconvert_format format, uint8_t *source, size_t source_size, uint8_t *target,
    size_t target_size) {
    if (source_size > INT_MAX || target_size > INT_MAX) return -1;
    struct v4l2_format from = {
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
        .fmt.pix = {
            .pixelformat = format.fourcc, .width = format.width, .height = format.height,
            .bytesperline = format.bytes_per_line, .sizeimage = format.image_bytes, .field = V4L2_FIELD_NONE}};
    struct v4l2_format to = {
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
        .fmt.pix = {
            .pixelformat = V4L2_PIX_FMT_YUV420, .width = format.width, .height = format.height,
            .bytesperline = format.width, .sizeimage = (uint32_t)target_size, .field = V4L2_FIELD_NONE}};
    return lib.v4lconvert_convert(converter, &from, &to, source, (int)source_size, target, (int)target_size);
}

const char *candela_v4lconvert_error(void *converter) { return lib.v4lconvert_get_error_message(converter); }
