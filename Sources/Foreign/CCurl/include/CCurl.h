// SPDX-License-Identifier: Apache-2.0
//
// HTTP with libcurl, loaded when the first message is sent.

#ifndef CANDELA_CCURL_H
#define CANDELA_CCURL_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A connection to a server, kept open between messages. One thread at a time sends; any may cancel.
typedef struct candela_curl candela_curl;

/// The result of sending a message.
typedef enum {
    /// The server responded; see `status`.
    CANDELA_CURL_ANSWERED,
    /// The server could not be reached, or the connection broke; see `message`.
    CANDELA_CURL_FAILED,
    /// The address is invalid, so a retry is useless.
    CANDELA_CURL_MALFORMED,
    CANDELA_CURL_CANCELLED,
} candela_curl_outcome;

typedef struct {
    long status;
    /// The pause that the server asked for, seconds; 0 if none.
    long retry_after;
    /// The address of a redirect, truncated; empty if there is none.
    char redirect[512];
    /// The error, or the beginning of the response. Untrusted bytes, NUL-terminated.
    char message[512];
} candela_curl_answer;

/// Loads the library once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
/// Call the other functions only after it returned NULL.
const char *_Nullable candela_curl_load(void);

/// - authorities: a file of PEM certificates to trust instead of the system's; NULL for the system's.
/// Returns NULL if out of memory.
candela_curl *_Nullable candela_curl_open(const char *_Nullable authorities);
void candela_curl_close(candela_curl *curl);

/// Sends `body` by POST, and waits for the response, at most `limit_ms`. Redirects are not followed; the server's
/// certificate and name are verified.
candela_curl_outcome candela_curl_post(candela_curl *curl, const char *url, const char *_Nullable const *_Nonnull headers,
                                       size_t header_count, const void *body, size_t length, long limit_ms,
                                       candela_curl_answer *answer);

/// Ends the current message, and all later ones, as cancelled. Thread-safe.
void candela_curl_cancel(candela_curl *curl);

#pragma clang assume_nonnull end

#endif
