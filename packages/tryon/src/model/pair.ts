/** Image left first, everywhere: index 0 is the side with the smaller x, whatever the wearer would call it. */
export type Pair<T> = readonly [T, T];
