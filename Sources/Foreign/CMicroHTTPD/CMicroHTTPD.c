// SPDX-License-Identifier: Apache-2.0

#include "CMicroHTTPD.h"
#include "CDynamicLibrary.h"
#include "Connections.h"

#include <microhttpd.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SYMBOLS(X)                                                                                                       \
    X(MHD_start_daemon) X(MHD_get_connection_info) X(MHD_get_connection_values) X(MHD_suspend_connection)                \
    X(MHD_resume_connection) X(MHD_create_response_from_buffer) X(MHD_create_response_from_callback)                     \
    X(MHD_set_response_options) X(MHD_add_response_header) X(MHD_queue_response) X(MHD_destroy_response)

CANDELA_LIBRARY("libmicrohttpd.so.12", SYMBOLS, load_microhttpd)

const char *candela_http_load(void) { return load_microhttpd(); }

/// The memory of a connection: for the largest head, and for pieces of bodies.
static const size_t connection_memory = 32 << 10;
/// A refused body is read up to this size, as most clients send all of it before they read the response. If it is
/// larger, the response is sent at once and the connection is closed.
static const uint64_t largest_refused = 8 << 20;
/// How much of a stream to request at a time: most pictures fit in one piece.
static const size_t stream_block = 256 << 10;

struct server {
    candela_http_callbacks callbacks;
    void *context;
    connections *connections;
    /// The library's first words while it starts. Afterwards clients cause what it says.
    char reason[256];
    _Atomic bool is_started;
};

enum phase { BEGUN, READING, ANSWERING };

struct candela_http_request {
    struct server *server;
    struct MHD_Connection *connection;
    enum phase phase;
    char *target;
    /// Owned until the request is handed over.
    void *asked;
    size_t limit;
    uint8_t *body;
    size_t length, room;
    uint64_t refused;
    candela_http_outcome outcome;
    unsigned status;
    struct MHD_Response *response;
};

struct candela_http_stream {
    struct server *server;
    struct MHD_Connection *connection;
    void *context;
};

// MARK: Requests

/// Starts a request, with the target before libmicrohttpd decodes it.
static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
    candela_http_request *request = calloc(1, sizeof *request);
    if (request == NULL) return NULL;
    request->server = context;
    request->connection = connection;
    request->target = strdup(target);
    return request;
}

struct found {
    candela_http_head *head;
    unsigned hosts;
    /// UINT64_MAX if missing or not a number.
    uint64_t announced;
    bool waits;
};

static enum MHD_Result find(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    struct found *found = context;
    candela_http_head *head = found->head;
    const struct {
        const char *name;
        const char **place;
    } wanted[] = {
        {"Host", &head->host},     {"Origin", &head->origin}, {"Sec-Fetch-Site", &head->fetch_site},
        {"Accept", &head->accept}, {"Cookie", &head->cookie}, {"Content-Type", &head->content_type},
        {"Authorization", &head->authorization},
    };
    for (size_t index = 0; index < CANDELA_COUNT(wanted); index++) {
        if (strcasecmp(name, wanted[index].name) == 0) *wanted[index].place = value ? value : "";
    }
    if (strcasecmp(name, "Host") == 0) found->hosts += 1;
    if (strcasecmp(name, "Expect") == 0) found->waits = true;
    if (strcasecmp(name, "Content-Length") == 0 && value) found->announced = strtoull(value, NULL, 10);
    return MHD_YES;
}

static void *socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void read_head(candela_http_request *request, const char *method, struct found *found) {
    candela_http_head head = {.method = method, .target = request->target ? request->target : ""};
    *found = (struct found){.head = &head, .announced = UINT64_MAX};
    lib.MHD_get_connection_values(request->connection, MHD_HEADER_KIND, find, found);
    // With two Host headers, a proxy and we might each use another.
    if (found->hosts != 1) head.host = NULL;
    request->asked = request->server->callbacks.head(request->server->context, &head, &request->limit);
    request->phase = READING;
}

/// Appends a piece of the body. False if the connection must be closed.
static bool keep(candela_http_request *request, const char *bytes, size_t count) {
    if (request->outcome == CANDELA_HTTP_WHOLE && count > request->limit - request->length) {
        request->outcome = CANDELA_HTTP_TOO_LARGE;
    }
    if (request->outcome == CANDELA_HTTP_WHOLE && count > request->room - request->length) {
        size_t room = request->room ? 2 * request->room : 64 << 10;
        while (room < request->length + count) room *= 2;
        if (room > request->limit) room = request->limit;
        uint8_t *larger = realloc(request->body, room);
        if (larger) {
            request->body = larger;
            request->room = room;
        } else {
            request->outcome = CANDELA_HTTP_NO_MEMORY;
        }
    }
    if (request->outcome != CANDELA_HTTP_WHOLE) {
        request->refused += count;
        return request->refused <= largest_refused;
    }
    memcpy(request->body + request->length, bytes, count);
    request->length += count;
    return true;
}

/// Hands the request over, and suspends the connection until the answer is there.
static void hand_over(candela_http_request *request) {
    const candela_http_callbacks *callbacks = &request->server->callbacks;
    connections_wait_for_request(socket_context(request->connection), 0);
    request->phase = ANSWERING;
    lib.MHD_suspend_connection(request->connection);
    void *asked = request->asked;
    request->asked = NULL;
    bool is_whole = request->outcome == CANDELA_HTTP_WHOLE;
    // The request may be answered before this returns, and the answering thread must not touch the body.
    uint8_t *body = request->body;
    request->body = NULL;
    callbacks->whole(request->server->context, asked, request, is_whole ? body : NULL, is_whole ? request->length : 0,
                     request->outcome);
    free(body);
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *bytes, size_t *count, void **place) {
    (void)context, (void)url, (void)version;
    candela_http_request *request = *place;
    if (request == NULL) return MHD_NO;
    switch (request->phase) {
    case BEGUN: {
        struct found found;
        read_head(request, method, &found);
        connections_wait_for_request(socket_context(connection), connections_body_seconds);
        if (found.announced != UINT64_MAX && found.announced > request->limit) {
            request->outcome = CANDELA_HTTP_TOO_LARGE;
            if (found.waits || found.announced > largest_refused) hand_over(request);
        }
        return MHD_YES;
    }
    case READING:
        if (*count == 0) {
            hand_over(request);
            return MHD_YES;
        }
        if (!keep(request, bytes, *count)) return MHD_NO;
        *count = 0;
        return MHD_YES;
    case ANSWERING:
        if (request->response == NULL) return MHD_NO;
        return lib.MHD_queue_response(connection, request->status, request->response);
    }
    return MHD_NO;
}

static void complete(void *context, struct MHD_Connection *connection, void **place, enum MHD_RequestTerminationCode how) {
    (void)context, (void)how;
    candela_http_request *request = *place;
    *place = NULL;
    connections_wait_for_request(socket_context(connection), connections_head_seconds);
    if (request == NULL) return;
    if (request->asked) request->server->callbacks.forget(request->asked);
    if (request->response) lib.MHD_destroy_response(request->response);
    free(request->target);
    free(request->body);
    free(request);
}

// MARK: Answers

static void give(candela_http_request *request, unsigned status, const candela_http_field *fields, size_t field_count,
                 struct MHD_Response *response) {
    for (size_t index = 0; response && index < field_count; index++) {
        // A header is rejected if it contains a line end. Without it, the answer is still correct.
        lib.MHD_add_response_header(response, fields[index].name, fields[index].value);
    }
    request->status = status;
    request->response = response;
    lib.MHD_resume_connection(request->connection);
}

void candela_http_answer(candela_http_request *request, unsigned status, const candela_http_field *fields,
                         size_t field_count, const uint8_t *body, size_t length) {
    struct MHD_Response *response = lib.MHD_create_response_from_buffer(
        length, length ? (void *)(uintptr_t)body : "", length ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_PERSISTENT);
    give(request, status, fields, field_count, response);
}

static ssize_t take(void *context, uint64_t position, char *bytes, size_t room) {
    (void)position;
    candela_http_stream *stream = context;
    const candela_http_callbacks *callbacks = &stream->server->callbacks;
    ptrdiff_t count = callbacks->take(stream->context, (uint8_t *)bytes, room);
    if (count < 0) return MHD_CONTENT_READER_END_OF_STREAM;
    if (count == 0) {
        // Suspend first, as the wake-up may come at once.
        lib.MHD_suspend_connection(stream->connection);
        callbacks->wait(stream->context, stream);
    }
    return count;
}

static void close_stream(void *context) {
    candela_http_stream *stream = context;
    stream->server->callbacks.close(stream->context);
    free(stream);
}

void candela_http_send(candela_http_request *request, unsigned status, const candela_http_field *fields,
                       size_t field_count, void *context) {
    struct server *server = request->server;
    candela_http_stream *stream = calloc(1, sizeof *stream);
    struct MHD_Response *response = NULL;
    if (stream) {
        *stream = (candela_http_stream){server, request->connection, context};
        response = lib.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, stream_block, take, stream, close_stream);
    }
    if (response) {
        // Without chunks, which would be limited by a connection's memory: the body lasts until the connection ends.
        lib.MHD_set_response_options(response, MHD_RF_HTTP_VERSION_1_0_ONLY, MHD_RO_END);
    } else {
        free(stream);
        server->callbacks.close(context);
    }
    give(request, status, fields, field_count, response);
}

void candela_http_wake(candela_http_stream *waiting) { lib.MHD_resume_connection(waiting->connection); }

// MARK: The server

static void connected(void *context, struct MHD_Connection *connection, void **place, enum MHD_ConnectionNotificationCode how) {
    struct server *server = context;
    if (how == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = lib.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *place = info ? connections_add(server->connections, info->connect_fd) : NULL;
    } else {
        connections_remove(*place);
        *place = NULL;
    }
}

static void explain(void *context, const char *format, va_list arguments) {
    struct server *server = context;
    if (server->is_started || server->reason[0]) return;
    vsnprintf(server->reason, sizeof server->reason, format, arguments);
    server->reason[strcspn(server->reason, "\n")] = 0;
}

int candela_http_start(int listener, const char *certificate, const char *key, const candela_http_callbacks *callbacks,
                       void *context, char *reason, size_t reason_size) {
    reason[0] = 0;
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL) return -1;
    server->callbacks = *callbacks;
    server->context = context;
    server->connections = connections_watch();
    if (server->connections == NULL) {
        free(server);
        return -1;
    }
    unsigned flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | (certificate ? MHD_USE_TLS : 0);
    struct MHD_OptionItem security[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, certificate ? strdup(certificate) : NULL},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, key ? strdup(key) : NULL},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t) "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_Daemon *daemon = lib.MHD_start_daemon(
        // The logger first: it hears of the options after it.
        flags, 0, NULL, NULL, handle, server, MHD_OPTION_EXTERNAL_LOGGER, explain, server, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
        connections_most, MHD_OPTION_CONNECTION_TIMEOUT, connections_body_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        connection_memory, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK, begin, server,
        MHD_OPTION_NOTIFY_COMPLETED, complete, NULL, MHD_OPTION_NOTIFY_CONNECTION, connected, server, MHD_OPTION_ARRAY,
        certificate ? security : none, MHD_OPTION_END);
    server->is_started = true;
    if (daemon == NULL) snprintf(reason, reason_size, "%s", server->reason);
    // The watching thread's memory is not freed: it lasts until the process ends.
    return daemon ? 0 : -1;
}
