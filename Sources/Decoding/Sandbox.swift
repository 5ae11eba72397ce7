import CLibSeccomp
import CSystem
@preconcurrency import Glibc

/// The sandboxing mechanisms that restrict a decoder.
package struct Sandbox: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Limits on memory, CPU time and file writes.
    package static let limits = Sandbox(rawValue: 1)
    /// An allow list of system calls.
    package static let seccomp = Sandbox(rawValue: 2)
    /// An allow list of folders whose files can be read.
    package static let landlock = Sandbox(rawValue: 4)

    /// The names of the mechanisms.
    package var names: [String] {
        [(Self.limits, "limits"), (.seccomp, "seccomp"), (.landlock, "Landlock")]
            .filter { contains($0.0) }.map(\.1)
    }

    /// Permanently sandboxes this process, which must be single-threaded, with all mechanisms that the kernel
    /// supports.
    static func enter() -> Sandbox {
        var sandbox = Sandbox()
        if setLastingLimits() { sandbox.insert(.limits) }
        guard cprocess_give_up_new_rights() else { return sandbox }
        var paths: [UnsafePointer<CChar>?] = (readable + bundled + named).map { UnsafePointer(strdup($0)) }
        paths.append(nil)
        defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
        if cprocess_restrict_files(&paths) > 0 { sandbox.insert(.landlock) }
        if filterSystemCalls() { sandbox.insert(.seccomp) }
        return sandbox
    }

    /// Paths of libraries, their modules, and the files they read; no folder contains a user's files.
    private static let readable = [
        "/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/app", "/etc/ld.so.cache",
        "/sys/devices/system/cpu",
        "/proc/sys/vm", "/dev/null", "/dev/urandom",
    ]

    /// Further folders in which the dynamic loader searches for libraries, from the environment.
    private static var named: [String] {
        getenv("LD_LIBRARY_PATH").map { String(cString: $0) }?.split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") } ?? []
    }

    /// The libraries bundled with the program, if it was started by `packaging/bundle/launch`.
    private static var bundled: [String] {
        guard let bundle = getenv("GLINT_BUNDLE").map({ String(cString: $0) }), bundle.hasPrefix("/") else {
            return []
        }
        return [bundle + "/lib"]
    }

    /// Prevents writing files and core dumps, and limits the number of open descriptors.
    private static func setLastingLimits() -> Bool {
        // Makes writing past the limit fail instead of killing the process.
        signal(SIGXFSZ, SIG_IGN)
        let lasting: [(__rlimit_resource, rlim_t)] = [
            (RLIMIT_FSIZE, 0), (RLIMIT_CORE, 0), (RLIMIT_NOFILE, 64),
        ]
        return lasting.map { resource, maximum in
            var limit = rlimit(rlim_cur: maximum, rlim_max: maximum)
            return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
        }.allSatisfy { $0 }
    }

    /// System calls outside the list fail as unimplemented, so that the C library falls back to older ones if
    /// it can.
    private static func filterSystemCalls() -> Bool {
        guard let filter = seccomp_init(0x0005_0000 | UInt32(ENOSYS)) else { return false }
        defer { seccomp_release(filter) }
        let allow: UInt32 = 0x7FFF_0000
        func add(_ name: String, _ conditions: [scmp_arg_cmp] = []) {
            let number = seccomp_syscall_resolve_name(name)
            // Some of these calls do not exist on other architectures.
            guard number >= 0 else { return }
            _ = seccomp_rule_add_array(filter, allow, number, UInt32(conditions.count), conditions)
        }
        for name in harmless { add(name) }
        // Files may only be opened for reading.
        let writing = UInt64(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND)
        add("open", [scmp_arg_cmp(arg: 1, op: SCMP_CMP_MASKED_EQ, datum_a: writing, datum_b: 0)])
        add("openat", [scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: writing, datum_b: 0)])
        // Creating threads is allowed; creating processes is not.
        let thread = UInt64(CPROCESS_CLONE_THREAD)
        add("clone", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: thread, datum_b: thread)])
        // Signals to the process itself, which abort() uses.
        add("tgkill", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(getpid()), datum_b: 0)])
        // The process's own limits.
        add("prlimit64", [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: 0, datum_b: 0)])
        // The flags of the process's own descriptors; other commands could cause signals to be sent to other
        // processes.
        for command in [F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC] {
            add("fcntl", [scmp_arg_cmp(arg: 1, op: SCMP_CMP_EQ, datum_a: UInt64(command), datum_b: 0)])
        }
        // Setting the name of a thread.
        add(
            "prctl",
            [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(CPROCESS_PR_SET_NAME), datum_b: 0)])
        return seccomp_load(filter) == 0
    }

    /// Calls for memory, threads, clocks and open descriptors; none that create or change anything outside
    /// the process. File names and sizes can be queried, since libraries search for their modules and
    /// Landlock has no rule for that.
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
