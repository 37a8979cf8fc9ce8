// SPDX-License-Identifier: Apache-2.0
//
// libv4lconvert, loaded on first use. It converts the formats of old webcams whose drivers do not.

#ifndef CANDELA_CV4LCONVERT_H
#define CANDELA_CV4LCONVERT_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A frame's format, as VIDIOC_S_FMT returned it.
typedef struct candela_v4lconvert_format {
    uint32_t fourcc, width, height, bytes_per_line, image_bytes;
} candela_v4lconvert_format;

/// Loads libv4lconvert once. Returns NULL, or the reason for failure, valid for the lifetime of the process.
/// Thread-safe.
const char *_Nullable candela_v4lconvert_load(void);

/// Makes a converter. It asks the device for its formats and known quirks. NULL if the descriptor is not a V4L2 device,
/// or if out of memory. The caller keeps the descriptor, which must outlive the converter. Call
/// `candela_v4lconvert_load` first.
void *_Nullable candela_v4lconvert_create(int descriptor);
/// Makes a converter for recorded frames: no device is used and no quirks are applied.
void *_Nullable candela_v4lconvert_create_without_device(void);
void candela_v4lconvert_destroy(void *converter);

/// Converts a frame to YU12 without row padding. Returns the bytes written, or -1 (see `candela_v4lconvert_error`).
int candela_v4lconvert_to_yu12(
    void *converter, candela_v4lconvert_format format, uint8_t *source, size_t source_size, uint8_t *target,
    size_t target_size);

/// The last error message, valid until the next call.
const char *candela_v4lconvert_error(void *converter);

#pragma clang assume_nonnull end

#endif
