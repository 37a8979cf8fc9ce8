// SPDX-License-Identifier: Apache-2.0
//
// HTTP through libcurl, loaded when the first message is sent.

#ifndef CANDELA_CCURL_H
#define CANDELA_CCURL_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// One server's connection, kept open between messages. One thread at a time sends; any may cancel.
typedef struct candela_curl candela_curl;

/// How a message went.
typedef enum {
    /// The server answered; `status` says what.
    CANDELA_CURL_ANSWERED,
    /// It could not be reached, or broke off; `message` says why.
    CANDELA_CURL_FAILED,
    /// The address is none that is understood, whoever tries.
    CANDELA_CURL_MALFORMED,
    CANDELA_CURL_CANCELLED,
} candela_curl_outcome;

typedef struct {
    long status;
    /// Seconds the server asked to wait; 0 when it did not.
    long retry_after;
    /// Where it redirects to, cut off; empty when it does not.
    char redirect[512];
    /// Why it failed, or the beginning of what the server said. Bytes of strangers, ended by a NUL.
    char message[512];
} candela_curl_answer;

/// Loads the library by the first call from any thread. NULL, or why it cannot, valid as long as the process. The rest is
/// only to be called once it gave NULL.
const char *_Nullable candela_curl_load(void);

/// - authorities: a file of PEM certificates to believe instead of the system's; NULL for the system's.
/// NULL when there is no memory.
candela_curl *_Nullable candela_curl_open(const char *_Nullable authorities);
void candela_curl_close(candela_curl *curl);

/// Sends `body` by POST, and waits for the answer, `limit_ms` at most. Redirects are not followed; a server's certificate
/// and name are checked.
candela_curl_outcome candela_curl_post(candela_curl *curl, const char *url, const char *_Nullable const *_Nonnull headers,
                                       size_t header_count, const void *body, size_t length, long limit_ms,
                                       candela_curl_answer *answer);

/// Has the message that is on its way, and every later one, end as cancelled. From any thread.
void candela_curl_cancel(candela_curl *curl);

#pragma clang assume_nonnull end

#endif
