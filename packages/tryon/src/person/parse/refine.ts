/**
 * Radius of the filter that pulls a parse onto the photo's edges, in widths of the parse: 2 of its 128 columns. With 1, 2, 3 of 112 skin
 * scored .771, .776, .778, and .755 unfiltered; 3 leaves halos on plain backgrounds.
 */
const REFINEMENT_RADIUS = 0.018;
/** ε of that filter in squared guide units (0…1). Source: prototypes, and the same measurement: 2e-4, 5e-4 and 1e-3 differ by .001. */
export const REFINEMENT_EPS = 2e-4;

/** Radius in pixels for planes of a given width. */
export const refinementRadius = (width: number): number => Math.max(1, Math.round(REFINEMENT_RADIUS * width));
