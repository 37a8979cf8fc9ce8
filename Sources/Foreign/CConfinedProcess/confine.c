// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CConfinedProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <iconv.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__arm__) && defined(__ARM_EABI__)
#define MACHINE AUDIT_ARCH_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#ifdef MACHINE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
/// Allows a call unless its third argument (PROT_EXEC) would make memory executable.
#define ALLOW_DATA(call)                                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(args[2]),                                              \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), ANSWER(SECCOMP_RET_ERRNO | EPERM),                      \
        ANSWER(SECCOMP_RET_ALLOW)
/// Allows a call about this process only.
#define ALLOW_OWN(call, process)                                                                                       \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(args[0]),                                              \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, process, 1, 0), ANSWER(SECCOMP_RET_ERRNO | EPERM),                         \
        ANSWER(SECCOMP_RET_ALLOW)

/// Allows a call if its first argument has this bit.
#define ALLOW_FLAG(call, flag)                                                                                         \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), LOAD(args[0]),                                              \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, flag, 1, 0), ANSWER(SECCOMP_RET_ERRNO | EPERM),                           \
        ANSWER(SECCOMP_RET_ALLOW)

/// Skips the entries between unless there is that right.
#define ONLY_WITH(right, ...)                                                                                      \
    BPF_STMT(BPF_JMP | BPF_JA, rights & (right) ? 0 : sizeof((struct sock_filter[]){__VA_ARGS__}) / sizeof(struct sock_filter)), \
        __VA_ARGS__

/// For sockets that are open.
#ifdef SYS_clock_nanosleep_time64
#define SLEEP ALLOW(nanosleep), ALLOW(clock_nanosleep), ALLOW(clock_nanosleep_time64), ALLOW(ppoll_time64)
#else
#define SLEEP ALLOW(nanosleep), ALLOW(clock_nanosleep)
#endif
#define STREAMS ALLOW(recvmsg), ALLOW(sendmsg), ALLOW(shutdown), ALLOW(getsockopt), SLEEP

/// For new connections, and for the next filter.
#ifdef SYS_fcntl64
#define FCNTL ALLOW(fcntl), ALLOW(fcntl64)
#else
#define FCNTL ALLOW(fcntl)
#endif
#define CONNECTIONS                                                                                                    \
    ALLOW(socket), ALLOW(connect), ALLOW(bind), ALLOW(listen), ALLOW(accept4), ALLOW(getsockname), ALLOW(getpeername), \
        ALLOW(setsockopt), FCNTL, ALLOW(prctl), ALLOW(seccomp), ALLOW(prlimit64)

/// Allows only the calls that decoding and reading pictures, allocating and exiting need. All others fail with EPERM
/// instead of killing the process: a library that tries something optional (a locale, a log) continues without it.
static int filter_calls(int rights) {
    uint32_t self = (uint32_t)getpid();
    int has_threads = rights & CANDELA_WORKER_HAS_THREADS;
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        // Packets, and output to /dev/null.
        ALLOW(recvfrom), ALLOW(sendto), ALLOW(read), ALLOW(write), ALLOW(writev), ALLOW(close),
#ifdef SYS_poll
        ALLOW(poll),
#endif
        ALLOW(ppoll),
        // Memory.
        ALLOW_DATA(mprotect),
#ifdef SYS_mmap
        ALLOW_DATA(mmap),
#endif
#ifdef SYS_mmap2
        ALLOW_DATA(mmap2),
#endif
        ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(brk),
        // Locks, clocks, random numbers.
        ALLOW(futex), ALLOW(sched_yield), ALLOW(clock_gettime), ALLOW(gettimeofday), ALLOW(getrandom),
#ifdef SYS_clock_gettime64
        ALLOW(clock_gettime64), ALLOW(futex_time64),
#endif
        // Exit, and the time limit before it.
        ALLOW(setitimer), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
        ALLOW(restart_syscall), ALLOW(getpid), ALLOW(gettid), ALLOW_OWN(tgkill, self), ALLOW(exit), ALLOW(exit_group),
        ONLY_WITH(CANDELA_WORKER_HAS_STREAMS | CANDELA_WORKER_HAS_CONNECTIONS, STREAMS),
        ONLY_WITH(CANDELA_WORKER_HAS_CONNECTIONS, CONNECTIONS),
        // Threads, or nothing more. The flags of clone3 are in memory, which a filter cannot read; without it, the C
        // library uses clone.
        BPF_STMT(has_threads ? BPF_LD | BPF_W | BPF_ABS : BPF_RET | BPF_K,
                 has_threads ? offsetof(struct seccomp_data, nr) : SECCOMP_RET_ERRNO | EPERM),
        ALLOW_FLAG(clone, CLONE_THREAD), ALLOW(set_robust_list), ALLOW(sched_getaffinity),
#ifdef SYS_rseq
        ALLOW(rseq),
#endif
#ifdef SYS_clone3
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
#endif
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    // Also for the watching thread.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : errno;
}
#else
static int filter_calls(int rights) {
    (void)rights;
    return ENOSYS;
}
#endif

static int limit(int resource, rlim_t value) {
    struct rlimit limit = {value, value};
    return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

/// If root, become nobody, who owns nothing on the machine.
static int become_nobody(void) {
    const id_t nobody = 65534;
    if (geteuid() != 0) return 0;
    if (setgroups(0, NULL) != 0 || setresgid(nobody, nobody, nobody) != 0 || setresuid(nobody, nobody, nobody) != 0)
        return errno;
    return 0;
}

/// Makes the kernel end this process before others if the machine runs out of memory. Not a confinement: it may fail.
static void be_first_to_go(void) {
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score < 0) return;
    if (write(score, "1000", 4) < 0) errno = 0;
    close(score);
}

int candela_worker_limit_memory(size_t most) { return limit(RLIMIT_DATA, most); }

int candela_worker_seal(int rights) { return filter_calls(rights); }

int candela_worker_confine(size_t most_memory, int rights, const char **step) {
    int failure;
    int has_threads = rights & CANDELA_WORKER_HAS_THREADS;
    int has_streams = rights & (CANDELA_WORKER_HAS_STREAMS | CANDELA_WORKER_HAS_CONNECTIONS);
    be_first_to_go();
    *step = "drop root privileges";
    if ((failure = become_nobody())) return failure;
    *step = "block new privileges";
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // No core dump, and no other program of the same user may read its memory.
    *step = "disable core dumps";
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    *step = "limit its memory";
    if ((failure = limit(RLIMIT_DATA, most_memory))) return failure;
    *step = "limit its files and processes";
    // One file, which is standard input: with none, poll would reject even the single socket that `watch` polls.
    // The limit of processes also counts threads, of all processes of the user.
    if ((failure = limit(RLIMIT_CORE, 0)) || (failure = limit(RLIMIT_FSIZE, 0)) ||
        (!has_threads && (failure = limit(RLIMIT_NPROC, 0))) || (failure = limit(RLIMIT_NOFILE, has_streams ? 64 : 1)))
        return failure;
    *step = "filter its system calls";
    return filter_calls(rights);
}

void candela_worker_load_character_sets(void) {
    // The sets that zbar guesses, and those that an ECI can name.
    static const char *const sets[] = {
        "ISO8859-1", "SJIS", "SHIFT_JIS", "BIG5", "CP437", "EUC-JP", "EUC-KR", "GB18030", "GBK", "GB2312", "ISO8859-2", "ISO8859-3",
        "ISO8859-4", "ISO8859-5", "ISO8859-6", "ISO8859-7", "ISO8859-8", "ISO8859-9", "ISO8859-10", "ISO8859-11",
        "ISO8859-13", "ISO8859-14", "ISO8859-15", "ISO8859-16", "CP1250", "CP1251", "CP1252", "CP1256", "UTF-16",
    };
    for (size_t index = 0; index < sizeof sets / sizeof *sets; index++) (void)iconv_open("UTF-8", sets[index]);
}
