// SPDX-License-Identifier: Apache-2.0
//
// Certificates and keys through GnuTLS, which libmicrohttpd uses for TLS. Loaded on first use.

#ifndef CANDELA_CGNUTLS_H
#define CANDELA_CGNUTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Bytes of a SHA-256.
#define CANDELA_GNUTLS_HASH 32

/// Loads the library once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
/// Call the other functions only after it returned NULL.
const char *_Nullable candela_gnutls_load(void);

/// The library's message for an error code of a function below.
const char *candela_gnutls_error(int code);

/// A name for which a certificate is valid.
typedef struct {
    /// `bytes` is an address of 4 or 16 bytes; otherwise, a name.
    bool is_address;
    const uint8_t *bytes;
    size_t count;
} candela_gnutls_name;

/// The properties of the first certificate in a PEM text.
typedef struct {
    /// Seconds since 1970.
    int64_t valid_from, valid_until;
    uint8_t fingerprint[CANDELA_GNUTLS_HASH];
    /// SHA-256 of its public key.
    uint8_t key_id[CANDELA_GNUTLS_HASH];
} candela_gnutls_facts;

/// Reads a certificate and those that follow it, and finds out for which of `names` it is valid. Returns 0, or a
/// negative error code.
int candela_gnutls_read(const uint8_t *pem, size_t length, candela_gnutls_facts *facts,
                        const candela_gnutls_name *_Nullable names, size_t name_count, bool *_Nullable has);

/// Reads an unencrypted private key. Returns 0, or a negative error code.
int candela_gnutls_read_key(const uint8_t *pem, size_t length, uint8_t *key_id);

/// Makes a P-256 key and a self-signed server certificate, both PEM. Free them with `free`. Returns 0, or a negative
/// error code.
int candela_gnutls_make(const char *common_name, int64_t valid_from, int64_t valid_until,
                        const candela_gnutls_name *_Nullable names, size_t name_count, char *_Nullable *_Nonnull certificate, char *_Nullable *_Nonnull key);

#pragma clang assume_nonnull end

#endif
