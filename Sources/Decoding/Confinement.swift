import CLibSeccomp
import CProcess
@preconcurrency import Glibc

/// The means that keep a decoder from doing more than its task.
package struct Confinement: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Limits of memory, of time, and of written files.
    package static let limits = Confinement(rawValue: 1)
    /// A list of the allowed system calls.
    package static let seccomp = Confinement(rawValue: 2)
    /// A list of the folders below which reading is allowed.
    package static let landlock = Confinement(rawValue: 4)

    /// The names of its parts.
    package var names: [String] {
        [(Self.limits, "limits"), (.seccomp, "seccomp"), (.landlock, "Landlock")]
            .filter { contains($0.0) }.map(\.1)
    }

    /// Permanently confines this process, which must have one thread, by the means that the kernel offers.
    static func confine() -> Confinement {
        var confinement = Confinement()
        if setLastingLimits() { confinement.insert(.limits) }
        guard cprocess_give_up_new_rights() else { return confinement }
        var paths: [UnsafePointer<CChar>?] = (readable + bundled + named).map { UnsafePointer(strdup($0)) }
        paths.append(nil)
        defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
        if cprocess_restrict_files(&paths) > 0 { confinement.insert(.landlock) }
        if filterSystemCalls() { confinement.insert(.seccomp) }
        return confinement
    }

    /// Paths of libraries, their modules, and the files they look up: no folder with a user's files.
    private static let readable = [
        "/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/app", "/etc/ld.so.cache",
        "/sys/devices/system/cpu",
        "/proc/sys/vm", "/dev/null", "/dev/urandom",
    ]

    /// Where else the loader looks for libraries, as whoever started the program says.
    private static var named: [String] {
        getenv("LD_LIBRARY_PATH").map { String(cString: $0) }?.split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") } ?? []
    }

    /// The libraries that came with the program, where `packaging/bundle/launch` has started it.
    private static var bundled: [String] {
        guard let bundle = getenv("GLINT_BUNDLE").map({ String(cString: $0) }), bundle.hasPrefix("/") else {
            return []
        }
        return [bundle + "/lib"]
    }

    /// No file is written or left behind, and few are open.
    private static func setLastingLimits() -> Bool {
        // Writing past the limit then fails, instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        let lasting: [(__rlimit_resource, rlim_t)] = [
            (RLIMIT_FSIZE, 0), (RLIMIT_CORE, 0), (RLIMIT_NOFILE, 64),
        ]
        return lasting.map { resource, most in
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
        }.allSatisfy { $0 }
    }

    /// To this process, system calls outside the list do not exist, so the C library uses an older way if it has one.
    private static func filterSystemCalls() -> Bool {
        guard let filter = seccomp_init(0x0005_0000 | UInt32(ENOSYS)) else { return false }
        defer { seccomp_release(filter) }
        let allow: UInt32 = 0x7FFF_0000
        func add(_ name: String, _ conditions: [scmp_arg_cmp] = []) {
            let number = seccomp_syscall_resolve_name(name)
            // Other architectures lack some.
            guard number >= 0 else { return }
            _ = seccomp_rule_add_array(filter, allow, number, UInt32(conditions.count), conditions)
        }
        for name in harmless { add(name) }
        // Opening files is for reading only.
        let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND)
        add("open", [scmp_arg_cmp(arg: 1, op: SCMP_CMP_MASKED_EQ, datum_a: writing, datum_b: 0)])
        add("openat", [scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: writing, datum_b: 0)])
        // Threads are allowed, processes are not.
        let thread = UInt64(CPROCESS_CLONE_THREAD)
        add("clone", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: thread, datum_b: thread)])
        // Signals to itself, which is how a library that gives up ends the process.
        add("tgkill", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(getpid()), datum_b: 0)])
        // Its own limits.
        add("prlimit64", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: 0, datum_b: 0)])
        // The flags of its own descriptors; other commands could have signals sent to another process.
        for command in [F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC] {
            add("fcntl", [scmp_arg_cmp(arg: 1, op: SCMP_CMP_EQ, datum_a: UInt64(command), datum_b: 0)])
        }
        // The name of a thread.
        add(
            "prctl",
            [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(CPROCESS_PR_SET_NAME), datum_b: 0)])
        return seccomp_load(filter) == 0
    }

    /// Memory, threads, clocks, and open descriptors; no calls that create or change anything outside. Names and sizes
    /// of files can be queried: libraries look for their modules, and Landlock has no rule for that.
    private static let harmless = [
        "brk", "mmap", "munmap", "mremap", "mprotect", "madvise",
        "futex", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "membarrier",
        "sched_yield", "sched_getaffinity", "sched_getattr", "sched_getparam",
        "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getpriority", "getcpu",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
        "exit", "exit_group", "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid",
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
        "getrusage", "getrlimit", "setrlimit", "times", "sysinfo", "uname", "getrandom",
        "read", "readv", "pread64", "preadv", "write", "writev", "lseek", "close", "close_range", "dup",
        "recvmsg", "recvfrom", "sendmsg", "sendto", "poll", "ppoll", "select", "pselect6", "eventfd2",
        "pipe2",
        "fstat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink",
        "readlinkat",
        "getdents64", "getcwd",
    ]
}
