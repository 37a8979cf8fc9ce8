// SPDX-License-Identifier: Apache-2.0

#include "CGnuTLS.h"
#include "CDynamicLibrary.h"

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS(X)                                                                                                       \
    X(gnutls_strerror) X(gnutls_free) X(gnutls_rnd) X(gnutls_x509_crt_init) X(gnutls_x509_crt_deinit)                    \
    X(gnutls_x509_crt_list_import2) X(gnutls_x509_crt_get_activation_time) X(gnutls_x509_crt_get_expiration_time)        \
    X(gnutls_x509_crt_get_fingerprint) X(gnutls_x509_crt_get_key_id) X(gnutls_x509_crt_get_subject_alt_name)             \
    X(gnutls_x509_crt_set_version) X(gnutls_x509_crt_set_serial) X(gnutls_x509_crt_set_activation_time)                  \
    X(gnutls_x509_crt_set_expiration_time) X(gnutls_x509_crt_set_dn_by_oid) X(gnutls_x509_crt_set_issuer_dn_by_oid)      \
    X(gnutls_x509_crt_set_key) X(gnutls_x509_crt_set_basic_constraints) X(gnutls_x509_crt_set_key_usage)                 \
    X(gnutls_x509_crt_set_key_purpose_oid) X(gnutls_x509_crt_set_subject_alt_name) X(gnutls_x509_crt_sign2)              \
    X(gnutls_x509_crt_export2) X(gnutls_x509_privkey_init) X(gnutls_x509_privkey_deinit)                                 \
    X(gnutls_x509_privkey_import2) X(gnutls_x509_privkey_get_key_id) X(gnutls_x509_privkey_generate)                     \
    X(gnutls_x509_privkey_export2_pkcs8)

CANDELA_LIBRARY("libgnutls.so.30", SYMBOLS, load_gnutls)

const char *candela_gnutls_load(void) { return load_gnutls(); }

const char *candela_gnutls_error(int code) {
    const char *words = lib.gnutls_strerror(code);
    return words ? words : "no reason given";
}

static bool has_name(gnutls_x509_crt_t certificate, const candela_gnutls_name *name) {
    // A name has at most 253 bytes.
    uint8_t bytes[256];
    for (unsigned index = 0;; index++) {
        size_t count = sizeof bytes;
        int kind = lib.gnutls_x509_crt_get_subject_alt_name(certificate, index, bytes, &count, NULL);
        if (kind == GNUTLS_E_SHORT_MEMORY_BUFFER) continue;
        if (kind < 0) return false;
        bool is_kind = kind == (name->is_address ? GNUTLS_SAN_IPADDRESS : GNUTLS_SAN_DNSNAME);
        if (is_kind && count == name->count && memcmp(bytes, name->bytes, count) == 0) return true;
    }
}

int candela_gnutls_read(const uint8_t *pem, size_t length, candela_gnutls_facts *facts, const candela_gnutls_name *names,
                        size_t name_count, bool *has) {
    gnutls_x509_crt_t *list = NULL;
    unsigned count = 0;
    const gnutls_datum_t data = {(unsigned char *)(uintptr_t)pem, (unsigned)length};
    int code = lib.gnutls_x509_crt_list_import2(&list, &count, &data, GNUTLS_X509_FMT_PEM, 0);
    if (code < 0) return code;
    if (count == 0) return GNUTLS_E_NO_CERTIFICATE_FOUND;
    memset(facts, 0, sizeof *facts);
    facts->valid_from = lib.gnutls_x509_crt_get_activation_time(list[0]);
    facts->valid_until = lib.gnutls_x509_crt_get_expiration_time(list[0]);
    size_t size = sizeof facts->fingerprint;
    code = lib.gnutls_x509_crt_get_fingerprint(list[0], GNUTLS_DIG_SHA256, facts->fingerprint, &size);
    size = sizeof facts->key_id;
    if (code >= 0) code = lib.gnutls_x509_crt_get_key_id(list[0], GNUTLS_KEYID_USE_SHA256, facts->key_id, &size);
    for (size_t index = 0; index < name_count; index++) has[index] = has_name(list[0], &names[index]);
    for (unsigned index = 0; index < count; index++) lib.gnutls_x509_crt_deinit(list[index]);
    // The library exports a variable that holds the function's address.
    (*lib.gnutls_free)(list);
    return code < 0 ? code : 0;
}

int candela_gnutls_read_key(const uint8_t *pem, size_t length, uint8_t *key_id) {
    gnutls_x509_privkey_t key;
    int code = lib.gnutls_x509_privkey_init(&key);
    if (code < 0) return code;
    const gnutls_datum_t data = {(unsigned char *)(uintptr_t)pem, (unsigned)length};
    code = lib.gnutls_x509_privkey_import2(key, &data, GNUTLS_X509_FMT_PEM, NULL, 0);
    size_t size = CANDELA_GNUTLS_HASH;
    if (code >= 0) code = lib.gnutls_x509_privkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256, key_id, &size);
    lib.gnutls_x509_privkey_deinit(key);
    return code < 0 ? code : 0;
}

/// Fills in the certificate, except for its signature.
static int describe(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, const char *common_name, int64_t valid_from,
                    int64_t valid_until, const candela_gnutls_name *names, size_t name_count) {
    // 159 unpredictable bits; neither zero nor negative. See: RFC 5280, 4.1.2.2.
    uint8_t serial[20];
    int code = lib.gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
    serial[0] = (serial[0] & 0x7f) | 0x40;
#define STEP(call)                                                                                                       \
    if (code >= 0) code = lib.call
    STEP(gnutls_x509_crt_set_version(certificate, 3));
    STEP(gnutls_x509_crt_set_serial(certificate, serial, sizeof serial));
    STEP(gnutls_x509_crt_set_activation_time(certificate, (time_t)valid_from));
    STEP(gnutls_x509_crt_set_expiration_time(certificate, (time_t)valid_until));
    unsigned length = (unsigned)strlen(common_name);
    STEP(gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, common_name, length));
    STEP(gnutls_x509_crt_set_issuer_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, common_name, length));
    STEP(gnutls_x509_crt_set_key(certificate, key));
    STEP(gnutls_x509_crt_set_basic_constraints(certificate, 0, -1));
    STEP(gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE));
    STEP(gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0));
    for (size_t index = 0; index < name_count; index++) {
        STEP(gnutls_x509_crt_set_subject_alt_name(
            certificate, names[index].is_address ? GNUTLS_SAN_IPADDRESS : GNUTLS_SAN_DNSNAME, names[index].bytes,
            (unsigned)names[index].count, index ? GNUTLS_FSAN_APPEND : GNUTLS_FSAN_SET));
    }
#undef STEP
    return code;
}

/// Copies a text of the library. NULL if out of memory.
static char *text(gnutls_datum_t *data) {
    char *copy = malloc(data->size + 1);
    if (copy) {
        memcpy(copy, data->data, data->size);
        copy[data->size] = 0;
    }
    (*lib.gnutls_free)(data->data);
    return copy;
}

int candela_gnutls_make(const char *common_name, int64_t valid_from, int64_t valid_until, const candela_gnutls_name *names,
                        size_t name_count, char **certificate_text, char **key_text) {
    gnutls_x509_crt_t certificate = NULL;
    gnutls_x509_privkey_t key = NULL;
    gnutls_datum_t certificate_data = {NULL, 0}, key_data = {NULL, 0};
    *certificate_text = *key_text = NULL;
    int code = lib.gnutls_x509_crt_init(&certificate);
    if (code >= 0) code = lib.gnutls_x509_privkey_init(&key);
    if (code >= 0) {
        code = lib.gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
    }
    if (code >= 0) code = describe(certificate, key, common_name, valid_from, valid_until, names, name_count);
    if (code >= 0) code = lib.gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
    if (code >= 0) code = lib.gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &certificate_data);
    if (code >= 0) {
        code = lib.gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &key_data);
    }
    if (certificate_data.data) *certificate_text = text(&certificate_data);
    if (key_data.data) *key_text = text(&key_data);
    if (code >= 0 && (*certificate_text == NULL || *key_text == NULL)) code = GNUTLS_E_MEMORY_ERROR;
    if (code < 0) {
        free(*certificate_text);
        free(*key_text);
        *certificate_text = *key_text = NULL;
    }
    if (key) lib.gnutls_x509_privkey_deinit(key);
    if (certificate) lib.gnutls_x509_crt_deinit(certificate);
    return code < 0 ? code : 0;
}
