// SPDX-License-Identifier: Apache-2.0
//
// MQTT with libmosquitto, loaded when it is first used.

#ifndef CANDELA_CMOSQUITTO_H
#define CANDELA_CMOSQUITTO_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A client with a thread that connects, reconnects, and keeps the connection alive. One thread at a time publishes;
/// any may cancel.
typedef struct candela_mqtt candela_mqtt;

typedef struct {
    const char *host;
    int port;
    /// The client id.
    const char *client;
    const char *_Nullable user;
    const char *_Nullable password;
    int is_encrypted;
    /// A file of PEM certificates to trust instead of the system's.
    const char *_Nullable authorities;
    /// The topic with the retained status of this client, "online" or "offline". The broker itself publishes "offline"
    /// if the client is lost. NULL for none.
    const char *_Nullable status_topic;
    /// The topic whose newest message `candela_mqtt_receive` returns. NULL for none.
    const char *_Nullable subscription;
    /// The most bytes of such a message; a longer one is passed over.
    size_t longest;
} candela_mqtt_options;

/// The result of publishing a message.
typedef enum {
    /// The broker has acknowledged it.
    CANDELA_MQTT_TAKEN,
    /// Not yet: there is no connection, or no acknowledgement in time; see `reason`.
    CANDELA_MQTT_AWAY,
    /// It can never be published; see `reason`.
    CANDELA_MQTT_WRONG,
    CANDELA_MQTT_CANCELLED,
    /// Connected and subscribed, but there is no new message.
    CANDELA_MQTT_NOTHING,
} candela_mqtt_outcome;

/// Loads the library once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
/// Call the other functions only after it returned NULL.
const char *_Nullable candela_mqtt_load(void);

/// Starts to connect. NULL on failure; see `reason`.
candela_mqtt *_Nullable candela_mqtt_open(const candela_mqtt_options *options, char *reason, size_t reason_size);

/// Publishes with quality of service 1, and waits for the acknowledgement, at most `limit_ms`. With the same `number`
/// as in the last call, it is the same message: if it is in flight, this waits for it.
candela_mqtt_outcome candela_mqtt_publish(candela_mqtt *client, int64_t number, const char *topic, const void *payload,
                                          size_t length, int is_retained, int limit_ms, char *reason, size_t reason_size);

/// Waits for a message to the subscription that no call has returned yet, at most `limit_ms`. Of several, only the newest is kept.
/// Returns `CANDELA_MQTT_TAKEN` with a copy, which the caller frees; `CANDELA_MQTT_AWAY` without a connection or subscription
/// after that time, see `reason`; `CANDELA_MQTT_WRONG` if a message was too long; and `CANDELA_MQTT_NOTHING`.
candela_mqtt_outcome candela_mqtt_receive(candela_mqtt *client, int limit_ms, void *_Nullable *_Nonnull payload, size_t *length,
                                          char *reason, size_t reason_size);

/// Ends the waiting call, and all later ones, as cancelled. Thread-safe.
void candela_mqtt_cancel(candela_mqtt *client);

/// Disconnects if there is a connection, and frees everything. No other call may be running.
void candela_mqtt_close(candela_mqtt *client);

#pragma clang assume_nonnull end

#endif
