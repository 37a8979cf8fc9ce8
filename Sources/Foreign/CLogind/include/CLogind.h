// SPDX-License-Identifier: Apache-2.0
//
// logind's inhibitors through libsystemd, loaded when first needed.

#ifndef CANDELA_CLOGIND_H
#define CANDELA_CLOGIND_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// NULL when libsystemd is loaded, else why it is not; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_logind_load(void);

/// Asks logind to keep `what` (`idle`, `sleep`, … separated by colons) from happening, in the name of `who` and for the
/// reason `why`, as systemd-inhibit(1) does. `candela_logind_load` gave NULL. Blocks until logind answers, for some seconds
/// at most. Returns a descriptor that is the caller's, and by whose closing the lock ends; or -1, with the cause in `failure`.
int candela_logind_inhibit(const char *what, const char *who, const char *why, char *failure, size_t failure_size);

#pragma clang assume_nonnull end

#endif
