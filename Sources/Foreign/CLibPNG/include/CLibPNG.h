// SPDX-License-Identifier: Apache-2.0
//
// PNG to luma with libpng, loaded on first use. Written in C because libpng reports errors with longjmp.

#ifndef CANDELA_CLIBPNG_H
#define CANDELA_CLIBPNG_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct candela_png_result {
    /// Rows written, from the top; all of them unless decoding stopped early.
    uint32_t rows;
    /// Pixels that are more transparent than opaque.
    uint64_t transparent;
    /// The luma of the pixels of a picture with transparency as a program sees them that leaves it out; 255 and 0 without.
    uint8_t darkest, lightest;
    /// Why decoding stopped early, or the first wrong checksum; empty if there was no error.
    char message[120];
} candela_png_result;

/// Loads libpng once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_png_load(void);

/// Decodes to 8-bit luma (BT.601 weights, alpha over white), or one plane (0 red, 1 green, 2 blue; -1 for luma), in `target`: `width * height` bytes without row padding.
/// `width` and `height` are those of the picture's header. Call `candela_png_load` first. Rows that cannot be decoded
/// are left unchanged.
void candela_png_decode(
    const uint8_t *data, size_t size, uint32_t width, uint32_t height, int plane, uint8_t *target,
    candela_png_result *result);

#pragma clang assume_nonnull end

#endif
