// SPDX-License-Identifier: Apache-2.0

#ifndef CANDELA_ASSERTION_GUARD_H
#define CANDELA_ASSERTION_GUARD_H

namespace candela {

/// Runs `body(context)` and comes back even when it calls `abort`, as a failed assertion does: then the answer is
/// false, the destructors of what `body` had built never run, and their memory is lost.
///
/// zxing-cpp 1.4 as distributions build it asserts on ordinary pictures. The calls this plugin makes avoid the
/// assertions that are known; this is for the ones that are not, since a scanner must not die of a picture. The library
/// holds no lock and no state between calls, so nothing but memory is left behind.
///
/// Takes SIGABRT for the process at its first use. An abort on a thread that is not inside `body` goes where it went
/// before: to the handler that was there, or to the end of the process. Exceptions of `body` pass through.
bool guarded(void (*body)(void *), void *context);

}  // namespace candela

#endif
