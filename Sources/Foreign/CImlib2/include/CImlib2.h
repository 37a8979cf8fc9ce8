// SPDX-License-Identifier: Apache-2.0
//
// imlib2, loaded on first use, behind a lock: it has one global context and is not thread-safe.

#ifndef CANDELA_CIMLIB2_H
#define CANDELA_CIMLIB2_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct candela_imlib2_picture {
    void *_Nullable handle;
    /// `width * height` words: alpha, red, green, blue from the highest byte down; alpha not premultiplied.
    const uint32_t *_Nullable pixels;
    int width, height;
    int has_alpha;
    /// If there is no picture: an errno (above 0), or one of imlib2's codes below.
    int error;
} candela_imlib2_picture;

/// Loads imlib2 once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_imlib2_load(void);

/// Decodes a file's bytes. `name` need not exist; its extension selects the decoder. Call `candela_imlib2_load` first.
/// Free the picture with `candela_imlib2_free`.
candela_imlib2_picture candela_imlib2_decode(const char *name, const void *data, size_t size);
void candela_imlib2_free(candela_imlib2_picture picture);

#pragma clang assume_nonnull end

#endif
