// SPDX-License-Identifier: Apache-2.0
//
// An HTTP server with libmicrohttpd, loaded when the first one is started. One thread serves all connections, and never
// waits for a client.

#ifndef CANDELA_CMICROHTTPD_H
#define CANDELA_CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A request, from its first line until its answer is sent. Owned by libmicrohttpd's thread.
typedef struct candela_http_request candela_http_request;

/// An endless answer that has nothing to send at the moment.
typedef struct candela_http_stream candela_http_stream;

/// The head of a request: untrusted bytes, valid during the call. Missing fields are NULL.
typedef struct {
    const char *method;
    /// Path and query, as sent, not decoded.
    const char *target;
    /// Also NULL if the request has more than one.
    const char *_Nullable host;
    const char *_Nullable origin;
    const char *_Nullable fetch_site;
    const char *_Nullable content_type;
    const char *_Nullable accept;
    const char *_Nullable authorization;
    const char *_Nullable cookie;
} candela_http_head;

typedef enum {
    CANDELA_HTTP_WHOLE,
    /// The body is larger than the limit. None of it is passed.
    CANDELA_HTTP_TOO_LARGE,
    CANDELA_HTTP_NO_MEMORY,
} candela_http_outcome;

/// Callbacks on the server's thread, so they must never wait.
typedef struct {
    /// A request's head has arrived. Returns an object for the request, and sets `limit` to the largest body allowed,
    /// in bytes.
    void *_Nonnull (*_Nonnull head)(void *server, const candela_http_head *head, size_t *limit);
    /// The request is complete. `asked` is what `head` returned; the callee now owns it. Must cause one call of
    /// `candela_http_answer` or `candela_http_send`, on any thread.
    void (*_Nonnull whole)(void *server, void *asked, candela_http_request *request, const uint8_t *_Nullable body, size_t length,
                  candela_http_outcome outcome);
    /// The request ended before it was complete.
    void (*_Nonnull forget)(void *asked);
    /// Copies at most `room` bytes of a stream to `bytes`. Returns how many, 0 for none at the moment, or -1 at the
    /// end.
    ptrdiff_t (*_Nonnull take)(void *stream, uint8_t *bytes, size_t room);
    /// Asks for one call of `candela_http_wake`, on any thread, including this one, when there is something to take.
    void (*_Nonnull wait)(void *stream, candela_http_stream *waiting);
    /// The client has gone, or the stream has ended.
    void (*_Nonnull close)(void *stream);
} candela_http_callbacks;

typedef struct {
    const char *name;
    const char *value;
} candela_http_field;

/// Loads the library once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
/// Call the other functions only after it returned NULL.
const char *_Nullable candela_http_load(void);

/// Starts a server that runs until the process ends.
///
/// - listener: a listening socket, owned by the server from now on.
/// - certificate, key: PEM, both or neither. Copied.
/// - reason: why it failed, in the library's words, if it says any.
/// Returns 0, or -1 if the library fails.
int candela_http_start(int listener, const char *_Nullable certificate, const char *_Nullable key,
                       const candela_http_callbacks *callbacks, void *server, char *reason, size_t reason_size);

/// Answers a request; copies the whole answer. Thread-safe. Do not use the request afterwards.
void candela_http_answer(candela_http_request *request, unsigned status, const candela_http_field *_Nullable fields,
                         size_t field_count, const uint8_t *_Nullable body, size_t length);

/// Like `candela_http_answer`, with a stream. The stream is closed with `close` in any case.
void candela_http_send(candela_http_request *request, unsigned status, const candela_http_field *_Nullable fields,
                       size_t field_count, void *stream);

/// Tells that there is something to take. Thread-safe.
void candela_http_wake(candela_http_stream *waiting);

#pragma clang assume_nonnull end

#endif
