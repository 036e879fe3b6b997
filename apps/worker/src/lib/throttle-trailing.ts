/** Runs `work` once, `afterMs` milliseconds after the first call since its last run; does not keep the process alive. */
export function throttleTrailing(afterMs: number, work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      work();
    }, afterMs).unref();
  };
}
