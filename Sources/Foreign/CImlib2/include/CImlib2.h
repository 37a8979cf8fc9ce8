// SPDX-License-Identifier: Apache-2.0
//
// imlib2, loaded when first needed, behind one lock: it has one global context and is not thread-safe.

#ifndef CANDELA_CIMLIB2_H
#define CANDELA_CIMLIB2_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct candela_imlib2_picture {
    void *_Nullable handle;
    /// `width * height` words of alpha, red, green and blue from the highest byte down; alpha not premultiplied.
    const uint32_t *_Nullable pixels;
    int width, height;
    int has_alpha;
    /// When there is no picture: an errno above 0, one of imlib2's codes below.
    int error;
} candela_imlib2_picture;

/// NULL when imlib2 is loaded, else why it is not; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_imlib2_load(void);

/// Decodes a file's bytes. `name` need not exist: its ending chooses the decoder. `candela_imlib2_load` gave NULL.
/// A picture is given back with `candela_imlib2_free`.
candela_imlib2_picture candela_imlib2_decode(const char *name, const void *data, size_t size);
void candela_imlib2_free(candela_imlib2_picture picture);

#pragma clang assume_nonnull end

#endif
