// SPDX-License-Identifier: Apache-2.0

#include "CPortal.h"
#include "CDynamicLibrary.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

#define SYMBOLS(X)                                                                                                       \
    X(sd_bus_open_user) X(sd_bus_set_method_call_timeout) X(sd_bus_call_method) X(sd_bus_get_property_trivial)           \
    X(sd_bus_message_new_method_call) X(sd_bus_message_append) X(sd_bus_call_async) X(sd_bus_match_signal)               \
    X(sd_bus_message_read) X(sd_bus_message_is_method_error) X(sd_bus_message_get_error) X(sd_bus_message_unref)         \
    X(sd_bus_get_unique_name) X(sd_bus_process) X(sd_bus_get_fd) X(sd_bus_get_events) X(sd_bus_get_timeout)              \
    X(sd_bus_error_free) X(sd_bus_flush_close_unref)

CANDELA_LIBRARY("libsystemd.so.0", SYMBOLS, candela_portal_load)

#define DESTINATION "org.freedesktop.portal.Desktop"
#define OBJECT "/org/freedesktop/portal/desktop"
#define INTERFACE "org.freedesktop.portal.Camera"

struct wait {
    bool is_answered, is_refused;
    uint32_t response;
    candela_portal_ending ending;
    char *words;
    size_t words_size;
};

static long long now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static candela_portal_ending ending_of(const sd_bus_error *error) {
    static const char *const absent[] = {
        SD_BUS_ERROR_SERVICE_UNKNOWN, SD_BUS_ERROR_NAME_HAS_NO_OWNER, SD_BUS_ERROR_UNKNOWN_METHOD,
        SD_BUS_ERROR_UNKNOWN_INTERFACE, SD_BUS_ERROR_UNKNOWN_OBJECT, SD_BUS_ERROR_UNKNOWN_PROPERTY,
        // GLib's answer for a property of an interface that is not there.
        SD_BUS_ERROR_INVALID_ARGS,
        "org.freedesktop.DBus.Error.Spawn.ChildExited", "org.freedesktop.DBus.Error.Spawn.ExecFailed",
        "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
    };
    if (error->name == NULL) return CANDELA_PORTAL_FAILED;
    for (size_t index = 0; index < CANDELA_COUNT(absent); index++) {
        if (strcmp(error->name, absent[index]) == 0) return CANDELA_PORTAL_ABSENT;
    }
    bool is_denied = strcmp(error->name, "org.freedesktop.portal.Error.NotAllowed") == 0 ||
                     strcmp(error->name, SD_BUS_ERROR_ACCESS_DENIED) == 0;
    if (is_denied) return CANDELA_PORTAL_DENIED;
    bool is_late = strcmp(error->name, SD_BUS_ERROR_NO_REPLY) == 0 || strcmp(error->name, SD_BUS_ERROR_TIMEOUT) == 0;
    return is_late ? CANDELA_PORTAL_LATE : CANDELA_PORTAL_FAILED;
}

static void refuse(struct wait *wait, const sd_bus_error *error) {
    wait->is_refused = true;
    wait->ending = ending_of(error);
    snprintf(wait->words, wait->words_size, "%s", error->message ? error->message : error->name ? error->name : "");
}

/// The answer to the call itself: the request was taken, or an error.
static int on_reply(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    if (lib.sd_bus_message_is_method_error(message, NULL)) refuse(context, lib.sd_bus_message_get_error(message));
    return 0;
}

/// The user's answer.
static int on_response(sd_bus_message *message, void *context, sd_bus_error *error) {
    struct wait *wait = context;
    (void)error;
    if (lib.sd_bus_message_read(message, "u", &wait->response) < 0) wait->response = 2;
    wait->is_answered = true;
    return 0;
}

/// Reads the bus until the request is answered. Returns how it ended, or GRANTED.
static candela_portal_ending wait_for(sd_bus *bus, struct wait *wait, long long deadline, int cancelling,
                                      void (*waiting)(void)) {
    long long notice = now_us() + 1000000;
    while (!wait->is_answered && !wait->is_refused) {
        int status = lib.sd_bus_process(bus, NULL);
        if (status < 0) {
            snprintf(wait->words, wait->words_size, "%s", strerror(-status));
            return CANDELA_PORTAL_FAILED;
        }
        if (status > 0) continue;
        long long left = deadline - now_us();
        if (left <= 0) return CANDELA_PORTAL_LATE;
        if (waiting && now_us() >= notice) {
            waiting();
            waiting = NULL;
        }
        if (waiting && notice - now_us() < left) left = notice - now_us() > 0 ? notice - now_us() : 0;
        uint64_t own;
        if (lib.sd_bus_get_timeout(bus, &own) >= 0 && own != UINT64_MAX && (long long)own - now_us() < left) {
            left = (long long)own - now_us();
            if (left < 0) left = 0;
        }
        int events = lib.sd_bus_get_events(bus);
        struct pollfd polled[2] = {
            {.fd = lib.sd_bus_get_fd(bus), .events = (short)(events < 0 ? POLLIN : events)},
            {.fd = cancelling, .events = POLLIN},
        };
        if (poll(polled, 2, (int)((left + 999) / 1000)) < 0 && errno != EINTR) return CANDELA_PORTAL_FAILED;
        if (polled[1].revents) return CANDELA_PORTAL_CANCELLED;
    }
    if (wait->is_refused) return wait->ending;
    switch (wait->response) {
    case 0:
        return CANDELA_PORTAL_GRANTED;
    case 1:
        return CANDELA_PORTAL_DENIED;
    default:
        return CANDELA_PORTAL_DISMISSED;
    }
}

/// The object of the request that a call with `token` makes: of our name on the bus, ":1.42" as "1_42".
static void request_path(const char *name, const char *token, char *path, size_t size) {
    char sender[64];
    snprintf(sender, sizeof sender, "%s", name[0] == ':' ? name + 1 : name);
    for (char *at = sender; *at; at++) {
        if (*at == '.') *at = '_';
    }
    snprintf(path, size, "%s/request/%s/%s", OBJECT, sender, token);
}

candela_portal_ending candela_portal_ask(int limit_ms, int cancelling, void (*waiting)(void),
                                         candela_portal_answer *answer) {
    long long deadline = now_us() + limit_ms * 1000LL;
    struct wait wait = {.words = answer->words, .words_size = sizeof answer->words};
    candela_portal_ending ending = CANDELA_PORTAL_FAILED;
    sd_bus *bus = NULL;
    sd_bus_message *call = NULL, *reply = NULL;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    answer->descriptor = -1;
    answer->has_camera = false;
    answer->words[0] = 0;

    int status = lib.sd_bus_open_user(&bus);
    if (status < 0) {
        snprintf(answer->words, sizeof answer->words, "%s", strerror(-status));
        return CANDELA_PORTAL_NO_BUS;
    }
    // For a portal that must be started first, too.
    lib.sd_bus_set_method_call_timeout(bus, 25000000);
    int is_there = 0;
    status = lib.sd_bus_get_property_trivial(bus, DESTINATION, OBJECT, INTERFACE, "IsCameraPresent", &error, 'b', &is_there);
    if (status < 0) {
        refuse(&wait, &error);
        ending = wait.ending;
        goto done;
    }
    answer->has_camera = is_there != 0;

    char token[48], path[256];
    const char *name = NULL;
    snprintf(token, sizeof token, "candela%d_%lld", (int)getpid(), now_us());
    status = lib.sd_bus_get_unique_name(bus, &name);
    if (status >= 0) {
        request_path(name, token, path, sizeof path);
        // Before the call, whose answer may come at once.
        status = lib.sd_bus_match_signal(bus, NULL, DESTINATION, path, "org.freedesktop.portal.Request", "Response",
                                         on_response, &wait);
    }
    if (status >= 0) {
        status = lib.sd_bus_message_new_method_call(bus, &call, DESTINATION, OBJECT, INTERFACE, "AccessCamera");
    }
    if (status >= 0) status = lib.sd_bus_message_append(call, "a{sv}", 1, "handle_token", "s", token);
    if (status >= 0) {
        long long left = deadline - now_us();
        status = lib.sd_bus_call_async(bus, NULL, call, on_reply, &wait, left > 0 ? (uint64_t)left : 1);
    }
    if (status < 0) {
        snprintf(answer->words, sizeof answer->words, "%s", strerror(-status));
        goto done;
    }
    ending = wait_for(bus, &wait, deadline, cancelling, waiting);
    if (ending == CANDELA_PORTAL_LATE || ending == CANDELA_PORTAL_CANCELLED) {
        // Takes the question off the screen.
        lib.sd_bus_set_method_call_timeout(bus, 1000000);
        lib.sd_bus_call_method(bus, DESTINATION, path, "org.freedesktop.portal.Request", "Close", NULL, NULL, "");
    }
    if (ending != CANDELA_PORTAL_GRANTED) goto done;

    ending = CANDELA_PORTAL_FAILED;
    status = lib.sd_bus_call_method(bus, DESTINATION, OBJECT, INTERFACE, "OpenPipeWireRemote", &error, &reply, "a{sv}", 0);
    if (status < 0) {
        refuse(&wait, &error);
        ending = wait.ending;
        goto done;
    }
    int lent;
    status = lib.sd_bus_message_read(reply, "h", &lent);
    if (status >= 0) {
        // The message owns the original descriptor.
        answer->descriptor = fcntl(lent, F_DUPFD_CLOEXEC, 3);
        if (answer->descriptor < 0) status = -errno;
    }
    if (status < 0) snprintf(answer->words, sizeof answer->words, "%s", strerror(-status));
    else ending = CANDELA_PORTAL_GRANTED;

done:
    lib.sd_bus_error_free(&error);
    lib.sd_bus_message_unref(reply);
    lib.sd_bus_message_unref(call);
    lib.sd_bus_flush_close_unref(bus);
    return ending;
}
