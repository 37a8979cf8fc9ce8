// SPDX-License-Identifier: Apache-2.0

#include "Relay.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <initializer_list>

namespace candela {

Relay::~Relay() {
    if (session != nullptr) gnutls_deinit(session);
    if (trusted != nullptr) gnutls_certificate_free_credentials(trusted);
    for (int descriptor : {outside, listener, inside}) {
        if (descriptor >= 0) close(descriptor);
    }
}

cvideo_status Relay::prepare(const char *authorities, cvideo_failure *failure) {
    if (gnutls_certificate_allocate_credentials(&trusted) < 0) {
        fail(failure, CVIDEO_FAILED, "out of memory");
        return failure->status;
    }
    const int count = authorities != nullptr
                          ? gnutls_certificate_set_x509_trust_file(trusted, authorities, GNUTLS_X509_FMT_PEM)
                          : gnutls_certificate_set_x509_system_trust(trusted);
    if (count <= 0 && authorities != nullptr) {
        fail(failure, CVIDEO_UNTRUSTED,
             count < 0 ? "the file of trusted certificates cannot be read" : "the file of trusted certificates holds none");
        return failure->status;
    }
    return CVIDEO_OK;
}

static ssize_t pull(gnutls_transport_ptr_t socket, void *bytes, size_t count) {
    return recv(static_cast<int>(reinterpret_cast<intptr_t>(socket)), bytes, count, 0);
}

/// Not `sendmsg`, and no signal.
static ssize_t push(gnutls_transport_ptr_t socket, const void *bytes, size_t count) {
    return send(static_cast<int>(reinterpret_cast<intptr_t>(socket)), bytes, count, MSG_NOSIGNAL);
}

static int wait(gnutls_transport_ptr_t socket, unsigned ms) {
    pollfd descriptor = {static_cast<int>(reinterpret_cast<intptr_t>(socket)), POLLIN, 0};
    return poll(&descriptor, 1, ms == GNUTLS_INDEFINITE_TIMEOUT ? -1 : static_cast<int>(ms));
}

/// Why a certificate is not trusted, without its own text.
static const char *reason(unsigned status) {
    if (status & GNUTLS_CERT_UNEXPECTED_OWNER) return "it is for another name";
    if (status & GNUTLS_CERT_EXPIRED) return "it has expired";
    if (status & GNUTLS_CERT_NOT_ACTIVATED) return "it is not valid yet";
    if (status & GNUTLS_CERT_REVOKED) return "it has been revoked";
    if (status & GNUTLS_CERT_INSECURE_ALGORITHM) return "its signature is of an insecure kind";
    if (status & GNUTLS_CERT_SIGNER_NOT_FOUND) return "nobody whom this machine trusts has signed it";
    if (status & GNUTLS_CERT_SIGNER_NOT_CA) return "its signer may not sign certificates";
    return "it is not valid";
}

cvideo_status Relay::open(int socket, const char *host, int timeoutMs, cvideo_failure *failure) {
    outside = socket;
    in6_addr ignored;
    const bool isAddress = inet_pton(AF_INET, host, &ignored) == 1 || inet_pton(AF_INET6, host, &ignored) == 1;
    if (gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL) < 0 || gnutls_set_default_priority(session) < 0 ||
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, trusted) < 0 ||
        (!isAddress && gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, strlen(host)) < 0)) {
        fail(failure, CVIDEO_FAILED, "TLS cannot be set up");
        return failure->status;
    }
    gnutls_session_set_verify_cert(session, host, 0);
    gnutls_transport_set_ptr(session, reinterpret_cast<gnutls_transport_ptr_t>(static_cast<intptr_t>(socket)));
    gnutls_transport_set_pull_function(session, pull);
    gnutls_transport_set_push_function(session, push);
    gnutls_transport_set_pull_timeout_function(session, wait);
    gnutls_handshake_set_timeout(session, static_cast<unsigned>(timeoutMs));
    int code;
    do code = gnutls_handshake(session);
    while (code < 0 && !gnutls_error_is_fatal(code));
    if (code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR) {
        fail(failure, CVIDEO_UNTRUSTED, reason(gnutls_session_get_verify_cert_status(session)));
    } else if (code == GNUTLS_E_TIMEDOUT) {
        fail(failure, CVIDEO_NO_ANSWER);
    } else if (code < 0) {
        char words[160];
        snprintf(words, sizeof words, "there is no TLS: %s", gnutls_strerror(code));
        fail(failure, CVIDEO_NOT_UNDERSTOOD, words);
    } else {
        return CVIDEO_OK;
    }
    return failure->status;
}

uint16_t Relay::start() {
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (listener < 0 || bind(listener, reinterpret_cast<sockaddr *>(&address), size) != 0 || listen(listener, 4) != 0 ||
        getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        return 0;
    pthread_t thread;
    if (pthread_create(&thread, nullptr, run, this) != 0) return 0;
    pthread_detach(thread);
    return ntohs(address.sin_port);
}

void *Relay::run(void *relay) {
    static_cast<Relay *>(relay)->pass();
    return nullptr;
}

/// Accepts the connection of this process. Any program of the machine can connect to the port, and none other may speak to the
/// camera: each socket of this process is compared with the other end of the connection.
bool Relay::acceptOwn() {
    for (;;) {
        sockaddr_in peer = {};
        socklen_t size = sizeof peer;
        inside = accept4(listener, reinterpret_cast<sockaddr *>(&peer), &size, SOCK_CLOEXEC);
        if (inside < 0 && errno == EINTR) continue;
        if (inside < 0) return false;
        for (int descriptor = 3; descriptor < 1024; descriptor++) {
            sockaddr_in own = {};
            socklen_t ownSize = sizeof own;
            if (descriptor != inside && getsockname(descriptor, reinterpret_cast<sockaddr *>(&own), &ownSize) == 0 &&
                own.sin_family == AF_INET && own.sin_port == peer.sin_port &&
                own.sin_addr.s_addr == peer.sin_addr.s_addr)
                return true;
        }
        close(inside);
    }
}

static bool sendAll(int socket, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        const ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        count -= static_cast<size_t>(sent);
    }
    return true;
}

bool Relay::sendOut(const uint8_t *bytes, size_t count) {
    if (session == nullptr) return sendAll(outside, bytes, count);
    while (count > 0) {
        const ssize_t sent = gnutls_record_send(session, bytes, count);
        if (sent == GNUTLS_E_AGAIN || sent == GNUTLS_E_INTERRUPTED) continue;
        if (sent <= 0) return false;
        bytes += sent;
        count -= static_cast<size_t>(sent);
    }
    return true;
}

/// Passes what the camera has sent on to the library. Returns whether more can come.
bool Relay::passIn() {
    static uint8_t bytes[1 << 16];
    static std::vector<uint8_t> passed;
    ssize_t count;
    if (session == nullptr) {
        count = recv(outside, bytes, sizeof bytes, 0);
        if (count < 0 && errno == EINTR) return true;
        if (count <= 0) return false;
    } else {
        count = gnutls_record_recv(session, bytes, sizeof bytes);
        if (count < 0 && !gnutls_error_is_fatal(static_cast<int>(count))) return true;
        if (count <= 0) return false;
    }
    isWaiting = false;
    // Not every version of the library says so: 8 refuses some redirections before it asks whether to go on.
    if (count > 10 && memcmp(bytes, "RTSP/1.0 3", 10) == 0) isRedirecting = true;
    passed.clear();
    ends.pass(bytes, static_cast<size_t>(count), passed);
    return sendAll(inside, passed.data(), passed.size());
}

void Relay::pass() {
    if (!acceptOwn()) return;
    close(listener);
    listener = -1;
    static uint8_t bytes[1 << 16];
    for (;;) {
        pollfd sockets[] = {{outside, POLLIN, 0}, {inside, POLLIN, 0}};
        const bool isPending = session != nullptr && gnutls_record_check_pending(session) > 0;
        if (poll(sockets, 2, isPending ? 0 : -1) < 0) {
            if (errno == EINTR) continue;
            break;
        }
        if ((isPending || sockets[0].revents != 0) && !passIn()) {
            isClosed = true;
            break;
        }
        if (sockets[1].revents != 0) {
            const ssize_t count = recv(inside, bytes, sizeof bytes, 0);
            if (count < 0 && errno == EINTR) continue;
            if (count > 0) isWaiting = true;
            if (count <= 0 || !sendOut(bytes, static_cast<size_t>(count))) break;
        }
    }
    // The library then sees the end of the stream.
    shutdown(inside, SHUT_RDWR);
}

}  // namespace candela
