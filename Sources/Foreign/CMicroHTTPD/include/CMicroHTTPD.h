// SPDX-License-Identifier: Apache-2.0
//
// An HTTP server through libmicrohttpd, loaded when the first one is started. One thread of its own serves all
// connections; nothing here waits for a client.

#ifndef CANDELA_CMICROHTTPD_H
#define CANDELA_CMICROHTTPD_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// One request, from its first line until its answer is sent. libmicrohttpd's thread owns it.
typedef struct candela_http_request candela_http_request;

/// An answer without an end that has nothing to send at the moment.
typedef struct candela_http_stream candela_http_stream;

/// What a client asks: bytes of strangers, valid during the call. NULL where the request does not have it.
typedef struct {
    const char *method;
    /// Path and query, as sent: nothing is decoded.
    const char *target;
    /// NULL also where the request names more than one.
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
    /// The body is larger than was allowed. None of it is given.
    CANDELA_HTTP_TOO_LARGE,
    CANDELA_HTTP_NO_MEMORY,
} candela_http_outcome;

/// Called from the server's thread, and therefore never to wait.
typedef struct {
    /// A request's head has arrived. Returns what stands for the request; `limit` is how many bytes its body may have.
    void *_Nonnull (*_Nonnull head)(void *server, const candela_http_head *head, size_t *limit);
    /// The request is whole. `asked` is what `head` returned, and is the callee's from now on. Must lead to one call of
    /// `candela_http_answer` or `candela_http_send`, from any thread.
    void (*_Nonnull whole)(void *server, void *asked, candela_http_request *request, const uint8_t *_Nullable body, size_t length,
                  candela_http_outcome outcome);
    /// The request broke off before it was whole.
    void (*_Nonnull forget)(void *asked);
    /// Puts at most `room` bytes of a stream into `bytes`. Returns how many, 0 for none at the moment, -1 at the end.
    ptrdiff_t (*_Nonnull take)(void *stream, uint8_t *bytes, size_t room);
    /// Asks for one call of `candela_http_wake`, from any thread, also this one, once there is something to take.
    void (*_Nonnull wait)(void *stream, candela_http_stream *waiting);
    /// The client has gone, or the stream has ended.
    void (*_Nonnull close)(void *stream);
} candela_http_callbacks;

typedef struct {
    const char *name;
    const char *value;
} candela_http_field;

/// Loads the library by the first call from any thread. NULL, or why it cannot, valid as long as the process. The rest is
/// only to be called once it gave NULL.
const char *_Nullable candela_http_load(void);

/// Starts a server that runs as long as the process.
///
/// - listener: a socket that listens; the server's from now on.
/// - certificate, key: as PEM, both or neither. Kept.
/// 0, or -1 when the library refuses.
int candela_http_start(int listener, const char *_Nullable certificate, const char *_Nullable key,
                       const candela_http_callbacks *callbacks, void *server);

/// Answers a request, and copies all of the answer. From any thread; the request is not to be touched afterwards.
void candela_http_answer(candela_http_request *request, unsigned status, const candela_http_field *_Nullable fields,
                         size_t field_count, const uint8_t *_Nullable body, size_t length);

/// Likewise, with a stream; it is closed by `close` in any case.
void candela_http_send(candela_http_request *request, unsigned status, const candela_http_field *_Nullable fields,
                       size_t field_count, void *stream);

/// There is something to take.
void candela_http_wake(candela_http_stream *waiting);

#pragma clang assume_nonnull end

#endif
