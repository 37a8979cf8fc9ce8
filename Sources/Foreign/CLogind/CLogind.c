// SPDX-License-Identifier: Apache-2.0

#include "CLogind.h"
#include "CDynamicLibrary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define SYMBOLS(X)                                                                                                       \
    X(sd_bus_open_system) X(sd_bus_set_method_call_timeout) X(sd_bus_call_method) X(sd_bus_message_read)                 \
    X(sd_bus_message_unref) X(sd_bus_error_free) X(sd_bus_flush_close_unref)

CANDELA_LIBRARY("libsystemd.so.0", SYMBOLS, candela_logind_load)

int candela_logind_inhibit(const char *what, const char *who, const char *why, char *failure, size_t failure_size) {
    sd_bus *bus = NULL;
    sd_bus_message *reply = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int lent = -1;
    int result = -1;
    int status = lib.sd_bus_open_system(&bus);
    if (status >= 0) {
        // logind answers quickly or not at all.
        lib.sd_bus_set_method_call_timeout(bus, 3000000);
        status = lib.sd_bus_call_method(
            bus, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "Inhibit", &error,
            &reply, "ssss", what, who, why, "block");
    }
    if (status >= 0) {
        status = lib.sd_bus_message_read(reply, "h", &lent);
    }
    if (status >= 0) {
        // The message owns the original descriptor.
        result = fcntl(lent, F_DUPFD_CLOEXEC, 3);
        if (result < 0) {
            snprintf(failure, failure_size, "%s", strerror(errno));
        }
    } else {
        snprintf(failure, failure_size, "%s", error.message ? error.message : strerror(-status));
    }
    lib.sd_bus_error_free(&error);
    lib.sd_bus_message_unref(reply);
    lib.sd_bus_flush_close_unref(bus);
    return result;
}
