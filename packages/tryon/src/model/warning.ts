import type { Warning } from '@drape/contracts';

/** A remark that travels with the result; `code` is stable, `message` is for people. */
export type TryOnWarning = Warning;
