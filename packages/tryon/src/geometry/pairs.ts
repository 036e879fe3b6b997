import type { Pair } from '../model/pair';

/** Both sides, image left first. */
export const pairOf = <T>(of: (side: 0 | 1) => T): Pair<T> => [of(0), of(1)];
