/** Pairs of an argument and its value, the arguments rising. */
export type Table = readonly (readonly [number, number])[];

/** Linear between the rows of a table, constant beyond. */
export function fromTable(table: Table, t: number): number {
  if (t <= table[0][0]) return table[0][1];
  for (let i = 1; i < table.length; i++) {
    const [t0, v0] = table[i - 1];
    const [t1, v1] = table[i];
    if (t <= t1) return v0 + ((v1 - v0) * (t - t0)) / (t1 - t0);
  }
  return table[table.length - 1][1];
}
