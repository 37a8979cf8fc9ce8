// SPDX-License-Identifier: Apache-2.0
//
// Messages to the service manager with libsystemd, loaded when a service sends the first.

#ifndef CANDELA_CSERVICEMANAGER_H
#define CANDELA_CSERVICEMANAGER_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Loads libsystemd once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
/// Call the other functions only after it returned NULL.
const char *_Nullable candela_service_load(void);

/// Sends lines such as READY=1, see sd_notify(3). Returns a positive number if they were sent, 0 if nobody asked for them,
/// or a negative errno. Thread-safe.
int candela_service_notify(const char *lines);

/// Whether the manager waits for signs of life of this process, see sd_watchdog_enabled(3): then their longest interval, in
/// microseconds; otherwise 0.
uint64_t candela_service_watchdog(void);

/// Limits the number of arenas of glibc's malloc to two.
void candela_service_few_arenas(void);

#pragma clang assume_nonnull end

#endif
