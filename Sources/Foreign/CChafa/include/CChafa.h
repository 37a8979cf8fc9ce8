// SPDX-License-Identifier: Apache-2.0
//
// Pictures in a terminal with libchafa, loaded on first use.

#ifndef CANDELA_CCHAFA_H
#define CANDELA_CCHAFA_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How a terminal shows a picture; the numbers of `ChafaPixelMode`.
typedef enum candela_chafa_mode {
    CANDELA_CHAFA_BLOCKS = 0,
    CANDELA_CHAFA_SIXELS = 1,
    CANDELA_CHAFA_KITTY = 2,
    CANDELA_CHAFA_ITERM2 = 3
} candela_chafa_mode;

typedef struct candela_chafa candela_chafa;

/// Loads libchafa once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_chafa_load(void);

/// The abilities of the terminal that `environment` describes (`NAME=value`, ends with NULL). Call `candela_chafa_load`
/// first. NULL if out of memory. Free it with `candela_chafa_free`. One thread at a time.
candela_chafa *_Nullable candela_chafa_create(const char *_Nullable const *_Nonnull environment);
void candela_chafa_free(candela_chafa *chafa);

/// The best mode that the terminal is known to support.
candela_chafa_mode candela_chafa_best_mode(const candela_chafa *chafa);

/// Draws a picture, 3 bytes per pixel, rows without padding, over `columns` and `rows` of cells of the given size. All
/// numbers are at least 1. `*bytes` is the output for the terminal, `*size` its length; it is valid until the next
/// call. Returns 0 if out of memory.
int candela_chafa_draw(
    candela_chafa *chafa, candela_chafa_mode mode, const uint8_t *pixels, int width, int height, int columns, int rows,
    int cell_width, int cell_height, const uint8_t *_Nullable *_Nonnull bytes, size_t *size);

#pragma clang assume_nonnull end

#endif
