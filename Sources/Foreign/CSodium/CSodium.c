// SPDX-License-Identifier: Apache-2.0

#include "CSodium.h"
#include "CDynamicLibrary.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>

_Static_assert(CANDELA_ED25519_SIGNATURE == crypto_sign_ed25519_BYTES, "signature");
_Static_assert(CANDELA_ED25519_KEY == crypto_sign_ed25519_PUBLICKEYBYTES, "key");
_Static_assert(CANDELA_BLAKE2B_HASH == crypto_generichash_blake2b_BYTES_MAX, "hash");

static struct {
    __typeof__(&sodium_init) init;
    __typeof__(&crypto_sign_ed25519_verify_detached) verify;
    __typeof__(&crypto_generichash_blake2b) hash;
} lib;

static char failure[256];
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // The functions are the same in both: 26 is the soname since 1.0.19.
    static const char *const sonames[] = {"libsodium.so.23", "libsodium.so.26", NULL};
    static const candela_function functions[] = {
        {"sodium_init", (void **)&lib.init},
        {"crypto_sign_ed25519_verify_detached", (void **)&lib.verify},
        {"crypto_generichash_blake2b", (void **)&lib.hash},
    };
    if (candela_library_load_first(sonames, functions, CANDELA_COUNT(functions), failure, sizeof failure) < 0) return;
    if (lib.init() < 0) {
        snprintf(failure, sizeof failure, "libsodium cannot start");
        return;
    }
    is_loaded = true;
}

const char *candela_sodium_load(void) {
    pthread_once(&once, load);
    return is_loaded ? NULL : failure;
}

bool candela_ed25519_verify(const uint8_t *signature, const uint8_t *message, size_t count, const uint8_t *key) {
    return lib.verify(signature, message, count, key) == 0;
}

void candela_blake2b(const uint8_t *message, size_t count, uint8_t *hash) {
    lib.hash(hash, CANDELA_BLAKE2B_HASH, message, count, NULL, 0);
}
