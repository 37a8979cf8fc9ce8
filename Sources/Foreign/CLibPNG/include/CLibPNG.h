// SPDX-License-Identifier: Apache-2.0
//
// PNG to luma through libpng, loaded when first needed. Written in C because libpng reports errors with longjmp.

#ifndef CANDELA_CLIBPNG_H
#define CANDELA_CLIBPNG_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct candela_png_result {
    /// Rows written, from the top; all of them unless decoding broke off.
    uint32_t rows;
    /// Why decoding broke off, or the first checksum that was wrong; empty when nothing was wrong.
    char message[120];
} candela_png_result;

/// NULL when libpng is loaded, else why it is not; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_png_load(void);

/// Decodes to 8-bit luma (BT.601 weights, alpha over white) in `target`, `width * height` bytes without row padding.
/// `width` and `height` are those of the picture's header. `candela_png_load` was called and gave NULL.
/// Rows that could not be decoded are left as they are.
void candela_png_decode(
    const uint8_t *data, size_t size, uint32_t width, uint32_t height, uint8_t *target, candela_png_result *result);

#pragma clang assume_nonnull end

#endif
