// SPDX-License-Identifier: Apache-2.0

#include "AssertionGuard.h"

#include <csetjmp>
#include <csignal>
#include <mutex>

namespace candela {
namespace {

// Initial-exec is not forced: a plugin is loaded late, and the static TLS block may be full. The first access from a
// thread may allocate, so `guarded` touches it before anything can fail.
thread_local sigjmp_buf *volatile active = nullptr;
struct sigaction previous;

void onAbort(int signal) {
    if (sigjmp_buf *target = active) {
        active = nullptr;
        siglongjmp(*target, 1);
    }
    // Not ours: put back what was there and let it happen again when this handler returns.
    sigaction(signal, &previous, nullptr);
    raise(signal);
}

void install() {
    struct sigaction action {};
    action.sa_handler = onAbort;
    sigemptyset(&action.sa_mask);
    sigaction(SIGABRT, &action, &previous);
}

}  // namespace

bool guarded(void (*body)(void *), void *context) {
    static std::once_flag once;
    std::call_once(once, install);

    sigjmp_buf target;
    struct Disarm {
        ~Disarm() { active = nullptr; }
    } disarm;
    // Saves the signal mask: the jump leaves a handler in which SIGABRT is blocked.
    if (sigsetjmp(target, 1) != 0) return false;
    active = &target;
    body(context);
    return true;
}

}  // namespace candela
