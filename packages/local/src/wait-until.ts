const POLL_MS = 20;

/** Polls until `check` is true; false at the deadline. A check that throws counts as not yet. */
export async function waitUntil(check: () => Promise<boolean>, deadlineMs: number): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  while (performance.now() < end) {
    if (await check().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
