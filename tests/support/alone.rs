//! Tests that fork, or change what belongs to the whole process, run in a process of their own.

use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ALONE: &str = "REDIS_LOCK_TEST_ALONE";

/// Runs the body of the test `name`, with its path, as the only one in a new process.
#[track_caller]
pub fn alone(module: &str, name: &str, body: impl FnOnce()) {
    let path = module
        .split_once("::")
        .map_or(name.into(), |(_, module)| format!("{module}::{name}"));
    if std::env::var_os(ALONE).is_some() {
        return body();
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", &path, "--nocapture", "--test-threads=1"])
        .env(ALONE, "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    end_with_this_thread(&mut command);
    let mut process = command.spawn().expect("the test program starts again");
    let end = Instant::now() + Duration::from_secs(60);
    while process.try_wait().unwrap().is_none() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = process.kill();
    let output = process.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{errors}");
    // A name that matches nothing succeeds too.
    assert!(told.contains("1 passed"), "{told}");
}

/// Has a process killed when the thread that starts it ends, however that comes.
#[cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "only the child itself can ask the kernel for this")
)]
pub fn end_with_this_thread(command: &mut Command) {
    #[cfg(target_os = "linux")]
    // SAFETY: one system call, which is allowed between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
}

/// Runs `body` in a forked child, whose failure is the test's. Only for tests that are alone.
#[track_caller]
#[expect(unsafe_code, reason = "the standard library does not fork")]
pub fn in_child(body: impl FnOnce()) {
    // SAFETY: no other thread of this process is doing anything; the child leaves without destructors.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let failed = catch_unwind(AssertUnwindSafe(body)).is_err();
        // SAFETY: ends the child here and now.
        unsafe { libc::_exit(i32::from(failed)) };
    }
    let mut status = 0;
    // SAFETY: waits for the child just made.
    assert_eq!(unsafe { libc::waitpid(pid, &raw mut status, 0) }, pid);
    assert_eq!(status, 0, "the child failed");
}
