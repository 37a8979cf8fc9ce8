// SPDX-License-Identifier: Apache-2.0
//
// logind's inhibitors with libsystemd, loaded on first use.

#ifndef CANDELA_CLOGIND_H
#define CANDELA_CLOGIND_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Loads libsystemd once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_logind_load(void);

/// Asks logind to inhibit `what` (`idle`, `sleep`, … separated by colons) on behalf of `who` for the reason `why`, as
/// systemd-inhibit(1) does. Call `candela_logind_load` first. Blocks for some seconds at most. Returns a descriptor,
/// owned by the caller, whose closing ends the lock; or -1, with the cause in `failure`.
int candela_logind_inhibit(const char *what, const char *who, const char *why, char *failure, size_t failure_size);

#pragma clang assume_nonnull end

#endif
