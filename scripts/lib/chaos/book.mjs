/** What clients were told, and what they were told that they must not be. */
export function createBook() {
  const accepted = new Set();
  const erasing = new Set();
  const erased = new Set();
  const statuses = new Map();
  const broken = [];
  const ends = new Map();
  const made = new Map();
  return {
    ...{ accepted, statuses, broken, ends, made },
    erasedIds: erased,
    /** `how` it was asked for: alone, in a batch, with an upload. */
    accept(id, how) {
      if (!accepted.has(id)) made.set(how, (made.get(how) ?? 0) + 1);
      accepted.add(id);
    },
    /** A stream of events ended with this status. */
    sawEnd: (id, status) => void ends.set(id, status),
    /** Whether it is gone is open until the answer is there. */
    erase: (id) => void erasing.add(id),
    erased: (id) => void erased.add(id),
    /** Those that must have rows. */
    kept: () => [...accepted].filter((id) => !erasing.has(id)),
    answer(method, path, status) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A cancel comes too late, an erasure finds the session gone with an earlier try: both are planned.
      const isPlanned = ['none', 200, 202, 404, 409, 429, 503].includes(status);
      if (!isPlanned) broken.push(`${method} ${path} was answered ${status}`);
    },
    sameId(ids) {
      if (ids.length > 1) broken.push(`one Idempotency-Key made ${ids.join(' and ')}`);
    },
  };
}
