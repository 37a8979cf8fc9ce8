// SPDX-License-Identifier: Apache-2.0
//
// The desktop's sounds with libcanberra, loaded on first use.

#ifndef CANDELA_CCANBERRA_H
#define CANDELA_CCANBERRA_H

#pragma clang assume_nonnull begin

/// Loads libcanberra once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_canberra_load(void);

/// Plays an event sound of the freedesktop sound naming specification, and returns at once. Call
/// `candela_canberra_load` first. Returns NULL, or the reason for failure, valid for the lifetime of the process.
/// Thread-safe.
const char *_Nullable candela_canberra_play(const char *event, const char *description);

#pragma clang assume_nonnull end

#endif
