// SPDX-License-Identifier: Apache-2.0
//
// Certificates and their keys through GnuTLS, the library by which libmicrohttpd speaks TLS. Loaded when the first is
// read or made.

#ifndef CANDELA_CGNUTLS_H
#define CANDELA_CGNUTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Bytes of a SHA-256.
#define CANDELA_GNUTLS_HASH 32

/// Loads the library by the first call from any thread. NULL, or why it cannot, valid as long as the process. The rest is
/// only to be called once it gave NULL.
const char *_Nullable candela_gnutls_load(void);

/// The library's words for an error code of a function below.
const char *candela_gnutls_error(int code);

/// A name that a certificate is for.
typedef struct {
    /// The 4 or 16 bytes of an address; otherwise `bytes` is a name.
    bool is_address;
    const uint8_t *bytes;
    size_t count;
} candela_gnutls_name;

/// The first certificate of a PEM text.
typedef struct {
    /// Seconds since 1970.
    int64_t valid_from, valid_until;
    uint8_t fingerprint[CANDELA_GNUTLS_HASH];
    /// Of its public key.
    uint8_t key_id[CANDELA_GNUTLS_HASH];
} candela_gnutls_facts;

/// Reads a certificate, with those behind it. Says of each of `names` whether the certificate is for it.
/// 0, or an error code, below 0.
int candela_gnutls_read(const uint8_t *pem, size_t length, candela_gnutls_facts *facts,
                        const candela_gnutls_name *_Nullable names, size_t name_count, bool *_Nullable has);

/// Reads a private key without a password. 0, or an error code, below 0.
int candela_gnutls_read_key(const uint8_t *pem, size_t length, uint8_t *key_id);

/// Makes a key on the curve P-256 and a server's certificate for it, signed by itself. Both as PEM, to be freed by
/// `free`. 0, or an error code, below 0.
int candela_gnutls_make(const char *common_name, int64_t valid_from, int64_t valid_until,
                        const candela_gnutls_name *_Nullable names, size_t name_count, char *_Nullable *_Nonnull certificate, char *_Nullable *_Nonnull key);

#pragma clang assume_nonnull end

#endif
