// SPDX-License-Identifier: Apache-2.0
//
// Closes connections of clients that send nothing, or very slowly. libmicrohttpd's own timeout restarts with every
// byte, so a client that sends one every ten seconds would keep its place forever.

#ifndef CANDELA_CONNECTIONS_H
#define CANDELA_CONNECTIONS_H

/// All connections of a server.
typedef struct connections connections;
/// One of them.
typedef struct connection connection;

/// The most connections at a time: the tabs of a few browsers. Others wait to be accepted.
enum { connections_most = 128 };
/// The limit for a request's head, with the TLS handshake before it, and for the pause between two requests.
enum { connections_head_seconds = 15 };
/// The limit for a body, and for data sent to be acknowledged.
enum { connections_body_seconds = 20 };

/// Starts the watching thread. NULL if there is no memory or no thread.
connections *connections_watch(void);

/// Adds a connected client, whose time for the first request starts now. NULL if out of memory; then it is not watched.
connection *connections_add(connections *all, int descriptor);

/// Call this before the descriptor is closed. NULL is allowed, here and below.
void connections_remove(connection *one);

/// Restarts the time limit, in seconds; 0 for no limit, while the client waits for us.
void connections_wait_for_request(connection *one, int seconds);

#endif
