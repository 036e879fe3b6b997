/** Numbers of the mesh's sheets: 0 is the welded body, `beside` the part of it next to a sleeve's slit. */
export const SHEETS = { body: 0, sleeve0: 1, sleeve1: 2, leg0: 1, leg1: 2, beside: 3 } as const;

export type SheetName = keyof typeof SHEETS;

/** Added to a sheet's number in the labels: the pixel belongs to that sheet and, underneath, to the one beside it. */
export const SHARED = 16;
