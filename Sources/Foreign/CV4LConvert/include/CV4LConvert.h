// SPDX-License-Identifier: Apache-2.0
//
// libv4lconvert, loaded when first needed: the formats of old webcams that their drivers hand out as they are.

#ifndef CANDELA_CV4LCONVERT_H
#define CANDELA_CV4LCONVERT_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A frame's format, as VIDIOC_S_FMT left it.
typedef struct candela_v4lconvert_format {
    uint32_t fourcc, width, height, bytes_per_line, image_bytes;
} candela_v4lconvert_format;

/// NULL when libv4lconvert is loaded, else why it is not; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_v4lconvert_load(void);

/// A converter, NULL when the descriptor is not a V4L2 device or there is no memory. It asks the device about its formats and its known quirks; the descriptor
/// stays the caller's and must outlive it. `candela_v4lconvert_load` gave NULL.
void *_Nullable candela_v4lconvert_create(int descriptor);
/// A converter for recorded frames: no device is asked and no quirks are applied.
void *_Nullable candela_v4lconvert_create_without_device(void);
void candela_v4lconvert_destroy(void *converter);

/// Converts one frame to YU12 without row padding; the bytes written, or -1 (then see `candela_v4lconvert_error`).
int candela_v4lconvert_to_yu12(
    void *converter, candela_v4lconvert_format format, uint8_t *source, size_t source_size, uint8_t *target,
    size_t target_size);

/// The last error's text, until the next call.
const char *candela_v4lconvert_error(void *converter);

#pragma clang assume_nonnull end

#endif
