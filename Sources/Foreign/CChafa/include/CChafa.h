// SPDX-License-Identifier: Apache-2.0
//
// Pictures in a terminal by libchafa, loaded when first needed.

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

/// NULL when libchafa is loaded, else why it is not; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_chafa_load(void);

/// What the terminal that `environment` describes (`NAME=value`, a NULL at the end) can do. `candela_chafa_load` gave NULL.
/// NULL when there is no memory. Give it back with `candela_chafa_free`. One thread at a time.
candela_chafa *_Nullable candela_chafa_create(const char *_Nullable const *_Nonnull environment);
void candela_chafa_free(candela_chafa *chafa);

/// The best way the terminal is known to have.
candela_chafa_mode candela_chafa_best_mode(const candela_chafa *chafa);

/// Draws a picture of three bytes a pixel, rows one after another, over so many columns and rows, whose cells are so large.
/// All numbers are 1 or more. `*bytes` is what the terminal is to be sent, `*size` bytes of it; it lives until the next call.
/// Returns 0 when there is no memory.
int candela_chafa_draw(
    candela_chafa *chafa, candela_chafa_mode mode, const uint8_t *pixels, int width, int height, int columns, int rows,
    int cell_width, int cell_height, const uint8_t *_Nullable *_Nonnull bytes, size_t *size);

#pragma clang assume_nonnull end

#endif
