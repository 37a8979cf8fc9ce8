// SPDX-License-Identifier: Apache-2.0

/// What the kernel says when the machine goes to sleep (suspend or hibernation) and wakes.
///
/// Source: kernel/power/suspend.c and hibernate.c, drivers/base/power/main.c. Before 4.13 the end of a suspend had no line of its own in
/// kernels without PM_DEBUG.
extension KernelLog {
    package static let sleepEnds = [
        "PM: suspend exit", "PM: hibernation exit", "PM: hibernation: hibernation exit", "PM: Finishing wakeup",
        "PM: resume of devices complete", "PM: restore of devices complete",
    ]

    /// Of the end and the beginning. Every start has lines about the memory that hibernation leaves out: `PM: hibernation: Registered
    /// nosave memory`.
    package static let sleepSigns = sleepEnds + [
        "PM: suspend entry", "PM: hibernation entry", "PM: hibernation: hibernation entry", "PM: hibernation: Creating image",
    ]
}
