// SPDX-License-Identifier: Apache-2.0
//
// HTTP with libcurl, loaded when it is first used: messages that are sent, and cameras that are read.

#ifndef CANDELA_CCURL_H
#define CANDELA_CCURL_H

#include <stdbool.h>
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

/// Why a transfer ended.
typedef enum {
    /// The server sent its whole response, whatever its status.
    CANDELA_CURL_ENDED,
    /// The receiver asked for the end, or the transfer was cancelled.
    CANDELA_CURL_STOPPED,
    CANDELA_CURL_INVALID_ADDRESS,
    CANDELA_CURL_UNKNOWN_HOST,
    /// Nothing listens there, or there is no way there.
    CANDELA_CURL_NO_CONNECTION,
    /// Neither a connection nor a byte within the limit.
    CANDELA_CURL_NO_ANSWER,
    /// The certificate is not trusted, or there is no common encryption.
    CANDELA_CURL_UNTRUSTED,
    /// The connection broke, or the response is not HTTP.
    CANDELA_CURL_BROKEN,
} candela_curl_ending;

typedef struct {
    candela_curl_ending ending;
    /// Of the last response; 0 if there was none.
    long status;
    /// Its Content-Type, truncated; empty if it has none. Untrusted bytes, NUL-terminated.
    char type[128];
    /// libcurl's words on the failure; they name no password. NUL-terminated.
    char message[256];
    /// Whether a digest of the password would be accepted.
    bool offers_digest;
} candela_curl_response;

typedef struct {
    const char *url;
    const char *_Nullable user;
    const char *_Nullable password;
    /// The longest silence: without a connection, a response, or its next byte.
    long silence_ms;
    /// Receives the bytes of a response with a status of 200 to 299, and its Content-Type. Returning false ends the transfer.
    bool (*receive)(void *context, const char *type, const void *bytes, size_t count);
    void *context;
} candela_curl_reception;

/// Reads from an address by GET until the server ends, goes silent, or the transfer is cancelled. Follows up to five
/// redirects, never from https to http; only then, and only to the same host, are user and password sent again. They are
/// sent by the best scheme that the server offers. The server's certificate and name are verified. HTTP/1.1 only, since
/// cameras know no other.
void candela_curl_get(candela_curl *curl, const candela_curl_reception *reception, candela_curl_response *response);

/// A question that is sent by POST, for `candela_curl_ask`.
typedef struct {
    const void *bytes;
    size_t count;
    const char *type;
    /// The longest that question and answer may take.
    long limit_ms;
} candela_curl_question;

/// Sends a question and receives its answer, whatever its status. Redirects are not followed and proxies not used: the question
/// goes to this address only. `reception.user` and the password are sent as a digest of them only; give them only if the server
/// has asked for it, because the first question is then sent empty.
void candela_curl_ask(candela_curl *curl, const candela_curl_reception *reception, const candela_curl_question *question,
                      candela_curl_response *response);

/// Ends the current transfer, and all later ones, as cancelled. Thread-safe.
void candela_curl_cancel(candela_curl *curl);

#pragma clang assume_nonnull end

#endif
