// SPDX-License-Identifier: Apache-2.0
//
// The desktop's sounds through libcanberra, loaded when first needed.

#ifndef CANDELA_CCANBERRA_H
#define CANDELA_CCANBERRA_H

#pragma clang assume_nonnull begin

/// NULL when libcanberra is loaded, else why it is not; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_canberra_load(void);

/// Plays an event of the freedesktop sound naming specification and returns at once. `candela_canberra_load` gave NULL.
/// Returns NULL, or why nothing is heard; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_canberra_play(const char *event, const char *description);

#pragma clang assume_nonnull end

#endif
