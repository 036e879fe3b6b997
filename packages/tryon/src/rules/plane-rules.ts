/**
 * Habits of the clothes parser that are mended by the photo's own colours, in the order in which they are, and can be left out of a
 * measurement, by name:
 *
 * - `colourful`: clothes of strong colour read as something else.
 * - `jaw-collar`: the inner side of a collar that stands up to the jaw, read as skin.
 * - `open-hands`: the ground between fingers read as skin.
 * - `dress-sleeves`: sleeves of a dress read as its skirt.
 * - `islands`: small islands of bags, accessories and hair on the clothes.
 * - `prints`: prints and badges on the chest read as things that are carried.
 */
export const PLANE_RULES = ['colourful', 'jaw-collar', 'open-hands', 'dress-sleeves', 'islands', 'prints'] as const;
export type PlaneRule = (typeof PLANE_RULES)[number];
