/** Signals a process and all that it started, when it leads a group of its own; no error when it is gone. */
export function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
