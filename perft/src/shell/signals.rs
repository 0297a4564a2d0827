//! Signal handling: stops a count in an orderly way, and never leaves an engine running.

use super::failure::Failure;
use crate::engine::end_all;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};
use std::io;
use std::panic::{set_hook, take_hook};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Sets the flag on the first Ctrl-C or termination signal; the second one ends the process.
///
/// # Errors
/// [`Failure::Misuse`] when the system refuses the handlers.
pub(super) fn stop_on_first_signal(flag: &Arc<AtomicBool>) -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM] {
        // The order matters: only a signal that finds the flag set ends the process.
        register_conditional_shutdown(signal, 130, Arc::clone(flag))
            .and_then(|_| register(signal, Arc::clone(flag)))
            .map_err(refused)?;
    }
    Ok(())
}

/// Sets the flag on every Ctrl-C, termination or hangup signal. None of them ends the process, because a
/// process that drives an engine has to end the engine first.
///
/// # Errors
/// [`Failure::Misuse`] when the system refuses the handlers.
pub fn stop_on_every_signal(flag: &Arc<AtomicBool>) -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        register(signal, Arc::clone(flag)).map_err(refused)?;
    }
    Ok(())
}

fn refused(error: io::Error) -> Failure {
    Failure::Misuse(format!("cannot install a signal handler: {error}"))
}

/// Ends every engine when this process panics. A build that aborts on a panic drops nothing, so a hook has to
/// do it.
pub(super) fn end_engines_on_panic() {
    let hook = take_hook();
    set_hook(Box::new(move |panic| {
        end_all();
        hook(panic);
    }));
}
