// SPDX-License-Identifier: Apache-2.0
//
// MQTT through libmosquitto, loaded when the first message is published.

#ifndef CANDELA_CMOSQUITTO_H
#define CANDELA_CMOSQUITTO_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// One client, with a thread that connects, connects again, and keeps the connection alive. One thread at a time
/// publishes; any may cancel.
typedef struct candela_mqtt candela_mqtt;

typedef struct {
    const char *host;
    int port;
    /// What the broker knows this client by.
    const char *client;
    const char *_Nullable user;
    const char *_Nullable password;
    int is_encrypted;
    /// A file of PEM certificates to believe instead of the system's.
    const char *_Nullable authorities;
    /// Where it is said whether this client is there: "online" and "offline", kept by the broker, which says "offline" by
    /// itself when the client is lost.
    const char *status_topic;
} candela_mqtt_options;

/// How a message went.
typedef enum {
    /// The broker has taken charge of it.
    CANDELA_MQTT_TAKEN,
    /// Not yet: there is no connection, or no acknowledgement in time; `reason` says why.
    CANDELA_MQTT_AWAY,
    /// It can never be published so; `reason` says why.
    CANDELA_MQTT_WRONG,
    CANDELA_MQTT_CANCELLED,
} candela_mqtt_outcome;

/// Loads the library by the first call from any thread. NULL, or why it cannot, valid as long as the process. The rest is
/// only to be called once it gave NULL.
const char *_Nullable candela_mqtt_load(void);

/// Begins to connect. NULL when it cannot be begun; `reason` says why.
candela_mqtt *_Nullable candela_mqtt_open(const candela_mqtt_options *options, char *reason, size_t reason_size);

/// Publishes with quality of service 1, and waits until the broker has taken it, `limit_ms` at most. The same `number` as
/// in the last call means the same message again: what is on its way already is waited for.
candela_mqtt_outcome candela_mqtt_publish(candela_mqtt *client, int64_t number, const char *topic, const void *payload,
                                          size_t length, int limit_ms, char *reason, size_t reason_size);

/// Has the call that waits, and every later one, end as cancelled. From any thread.
void candela_mqtt_cancel(candela_mqtt *client);

/// Tells the broker that it leaves, where there is a connection, and lets go of everything. No other call is under way.
void candela_mqtt_close(candela_mqtt *client);

#pragma clang assume_nonnull end

#endif
