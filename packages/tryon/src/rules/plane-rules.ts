/**
 * What this photo's colours change of the parse before it is drawn at work size, by name: `arbitrate` weighs every class anew where the
 * parse wavers, and is heard with the pose's mask; `arm-discs` looks for skin around hands and forearms, `thing-parts` for bags by the
 * colours of each. Without the first there are none of the others.
 */
export const PARSE_RULES = ['arbitrate', 'arm-discs', 'thing-parts'] as const;

/**
 * Habits of the clothes parser that are mended by the photo's own colours, in the order in which they are, and can be left out of a
 * measurement, by name:
 *
 * - `colourful`: clothes of strong colour read as something else.
 * - `collars`, `jaw-collar`: collars beside the neck, and the shadow in an opened one, read as hair.
 * - `boots`: boots read as trousers.
 * - `threads`: rims of skirts and trousers read as skin or shoes.
 * - `open-hands`: the ground between fingers read as skin.
 * - `dress-sleeves`: sleeves of a dress read as its skirt.
 * - `islands`: small islands of bags, accessories and hair on the clothes.
 * - `prints`: prints and badges on the chest read as things that are carried.
 * - `bag-rim`: the border of a bag beside where the colours change.
 * - `tights`: tights below a skirt.
 */
export const PLANE_RULES = [
  'colourful',
  'collars',
  'jaw-collar',
  'boots',
  'threads',
  'open-hands',
  'dress-sleeves',
  'islands',
  'prints',
  'bag-rim',
  'tights',
] as const;
export type PlaneRule = (typeof PLANE_RULES)[number];
