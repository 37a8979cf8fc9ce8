// SPDX-License-Identifier: Apache-2.0

#include "CServiceManager.h"
#include "CDynamicLibrary.h"

#include <malloc.h>
#include <systemd/sd-daemon.h>

#define SYMBOLS(X) X(sd_notify) X(sd_watchdog_enabled)

CANDELA_LIBRARY("libsystemd.so.0", SYMBOLS, candela_service_load)

int candela_service_notify(const char *lines) { return lib.sd_notify(0, lines); }

uint64_t candela_service_watchdog(void) {
    uint64_t interval = 0;
    return lib.sd_watchdog_enabled(0, &interval) > 0 ? interval : 0;
}

void candela_service_few_arenas(void) { mallopt(M_ARENA_MAX, 2); }
