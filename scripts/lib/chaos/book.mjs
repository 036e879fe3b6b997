/** What clients were told, and what they were told that they must not be. */
export function createBook() {
  const accepted = new Set();
  const erasing = new Set();
  const erased = new Set();
  const statuses = new Map();
  const broken = [];
  const ends = new Map();
  const made = new Map();
  const bySession = new Map();
  const told = new Map();
  const tell = (id, what) => void told.set(id, [...(told.get(id) ?? []), what]);
  const ofSession = (sessionId) => bySession.get(sessionId) ?? [];
  return {
    ...{ accepted, statuses, broken, ends, made },
    erasedIds: erased,
    /** `how` it was asked for: alone, in a batch, with an upload. */
    accept(id, how, sessionId) {
      if (accepted.has(id)) return;
      made.set(how, (made.get(how) ?? 0) + 1);
      accepted.add(id);
      tell(id, how);
      bySession.set(sessionId, [...ofSession(sessionId), id]);
    },
    /** A stream of events ended with this status. */
    sawEnd: (id, status) => void ends.set(id, status),
    /** All of a session, each try-on of a batch. Whether it is gone is open until the answer is there. */
    erase: (sessionId) => ofSession(sessionId).forEach((id) => erasing.add(id) && tell(id, 'erasure asked for')),
    erased: (sessionId) => ofSession(sessionId).forEach((id) => erased.add(id) && tell(id, 'erased')),
    /** All that happened to it, as far as its client knows; for whoever asks how a promise was broken. */
    storyOf: (id) => (told.get(id) ?? ['no client was given this id']).join(', '),
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
