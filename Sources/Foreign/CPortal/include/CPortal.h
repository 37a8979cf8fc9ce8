// SPDX-License-Identifier: Apache-2.0
//
// The desktop's camera portal (org.freedesktop.portal.Camera) with libsystemd's sd-bus, loaded on first use.

#ifndef CANDELA_CPORTAL_H
#define CANDELA_CPORTAL_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// Loads libsystemd once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_portal_load(void);

/// How a request for the cameras ended.
typedef enum {
    CANDELA_PORTAL_GRANTED,
    /// There is no session bus.
    CANDELA_PORTAL_NO_BUS,
    /// Nothing on the bus offers cameras.
    CANDELA_PORTAL_ABSENT,
    /// The user, or an earlier answer, says no.
    CANDELA_PORTAL_DENIED,
    /// The dialogue ended without an answer.
    CANDELA_PORTAL_DISMISSED,
    /// No answer within the limit.
    CANDELA_PORTAL_LATE,
    /// The cancelling descriptor became readable.
    CANDELA_PORTAL_CANCELLED,
    /// Any other failure; the words tell.
    CANDELA_PORTAL_FAILED,
} candela_portal_ending;

typedef struct {
    /// A socket to PipeWire, owned by the caller, or -1.
    int descriptor;
    /// Whether the portal says that there is a camera.
    bool has_camera;
    /// The bus's words, or empty.
    char words[256];
} candela_portal_answer;

/// Asks for the cameras, and waits until the user has answered. Ends at once if `cancelling` becomes readable. Calls `waiting`
/// once if there is no answer within a second.
candela_portal_ending candela_portal_ask(int limit_ms, int cancelling, void (*waiting)(void),
                                         candela_portal_answer *answer);

#pragma clang assume_nonnull end

#endif
