import type { Pair } from '../model/pair';

/** What is made of each side, image left first. */
export const bothOf = <T>(make: (side: 0 | 1) => T): Pair<T> => [make(0), make(1)];
