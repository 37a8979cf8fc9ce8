// SPDX-License-Identifier: Apache-2.0
//
// Clients that say nothing, or a byte now and then. libmicrohttpd's own timeout begins again with every byte, so that a
// client that sends one in ten seconds would hold its place for ever.

#ifndef CANDELA_CONNECTIONS_H
#define CANDELA_CONNECTIONS_H

/// All connections of a server.
typedef struct connections connections;
/// One of them.
typedef struct connection connection;

/// Connections at a time: the tabs of a few browsers. Others wait to be accepted.
enum { connections_most = 128 };
/// How long a request's head, with the handshake of TLS before it, or the pause between two requests may take.
enum { connections_head_seconds = 15 };
/// How long a body may take, and how long what is sent need not arrive.
enum { connections_body_seconds = 20 };

/// Starts the thread that looks after them. NULL when there is no memory or no thread.
connections *connections_watch(void);

/// A client has connected: it has so long for its first request. NULL when there is no memory; it is not watched then.
connection *connections_add(connections *all, int descriptor);

/// To be called before the descriptor is closed. NULL is allowed, here and below.
void connections_remove(connection *one);

/// From now on it has so many seconds; 0: it waits for us, and has any time.
void connections_wait_for_request(connection *one, int seconds);

#endif
