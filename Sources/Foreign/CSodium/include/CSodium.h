// SPDX-License-Identifier: Apache-2.0
//
// Verifies signatures with libsodium, loaded on first use.

#ifndef CANDELA_CSODIUM_H
#define CANDELA_CSODIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#define CANDELA_ED25519_SIGNATURE 64
#define CANDELA_ED25519_KEY 32
#define CANDELA_BLAKE2B_HASH 64

/// Loads the library once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
/// Call the other functions only after it returned NULL.
const char *_Nullable candela_sodium_load(void);

/// Whether `signature` (64 bytes) of `message` was made with the secret half of `key` (32 bytes).
bool candela_ed25519_verify(const uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *key);

/// Writes the BLAKE2b-512 hash of `message` to `hash` (64 bytes).
void candela_blake2b(const uint8_t *message, size_t count, uint8_t *hash);

#pragma clang assume_nonnull end

#endif
