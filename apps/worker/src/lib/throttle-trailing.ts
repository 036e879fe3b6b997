/** Runs `work` once, `afterMs` milliseconds after the first of the calls since it ran last; keeps no process alive for that. */
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
