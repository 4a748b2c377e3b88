//! Counts the system calls of a piece of code, by tracing a child that runs it.

use std::collections::BTreeMap;

/// Marks the beginning and the end of what is counted: a call that nothing else makes.
#[expect(unsafe_code, reason = "a system call by number")]
fn mark() {
    // SAFETY: has no arguments and no effect.
    unsafe { libc::syscall(libc::SYS_getppid) };
}

/// Runs `prepare`, then what it gives, in a child; the numbers of the calls that the second made. Nothing where
/// tracing is not allowed. Only for tests that are alone.
#[expect(unsafe_code, reason = "tracing has no safe interface")]
pub fn count_calls<C: FnOnce()>(prepare: impl FnOnce() -> C) -> Option<BTreeMap<i64, usize>> {
    // SAFETY: no other thread is doing anything; the child leaves without destructors.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        // SAFETY: asks to be traced, and stops until the parent is ready.
        let refused = unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) } != 0;
        if !refused {
            // SAFETY: stops this process.
            unsafe { libc::raise(libc::SIGSTOP) };
            let counted = prepare();
            mark();
            counted();
            mark();
        }
        // SAFETY: ends the child here and now.
        unsafe { libc::_exit(i32::from(refused)) };
    }
    let options = libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_EXITKILL;
    if !libc::WIFSTOPPED(wait(pid)) {
        return None;
    }
    // SAFETY: the child is traced by this thread and stopped.
    assert_eq!(unsafe { libc::ptrace(libc::PTRACE_SETOPTIONS, pid, 0, options) }, 0);
    let (mut calls, mut marks) = (BTreeMap::new(), 0);
    loop {
        // SAFETY: as above; lets it run to its next call.
        assert_eq!(unsafe { libc::ptrace(libc::PTRACE_SYSCALL, pid, 0, 0) }, 0);
        let status = wait(pid);
        if !libc::WIFSTOPPED(status) {
            assert_eq!((status, marks), (0, 2), "the traced child failed");
            return Some(calls);
        }
        match entered(pid, status) {
            Some(libc::SYS_getppid) => marks += 1,
            Some(number) if marks == 1 => *calls.entry(number).or_default() += 1,
            _ => {}
        }
    }
}

#[expect(unsafe_code, reason = "the standard library waits only for its own children")]
fn wait(pid: libc::pid_t) -> i32 {
    let mut status = 0;
    // SAFETY: waits for a child of ours.
    assert_eq!(unsafe { libc::waitpid(pid, &raw mut status, 0) }, pid);
    status
}

/// The number of the call that the child is about to make.
#[expect(unsafe_code, reason = "tracing has no safe interface")]
fn entered(pid: libc::pid_t, status: i32) -> Option<i64> {
    if libc::WSTOPSIG(status) != libc::SIGTRAP | 0x80 {
        return None;
    }
    // SAFETY: all zero is a valid value.
    let mut info: libc::ptrace_syscall_info = unsafe { std::mem::zeroed() };
    let size = size_of_val(&info);
    // SAFETY: the child is stopped at a call, and the place is as long as said.
    let known = unsafe { libc::ptrace(libc::PTRACE_GET_SYSCALL_INFO, pid, size, &raw mut info) };
    assert!(known > 0, "this kernel tells no calls");
    // SAFETY: for an entry that is the part which was written.
    (info.op == libc::PTRACE_SYSCALL_INFO_ENTRY).then(|| unsafe { info.u.entry.nr }.cast_signed())
}
