/**
 * Habits of the clothes parser that are mended by the photo's own colours, in the order in which they are, and can be left out of a
 * measurement, by name:
 *
 * - `colourful`: clothes of strong colour read as something else.
 * - `collars`, `jaw-collar`: collars beside the neck, and the shadow in an opened one, read as hair.
 * - `hoods`: hoods in the skin's colour read as skin.
 * - `hair`: long hair over the chest read as clothes.
 * - `throat`: what an open collar shows read as hair.
 * - `waistband`, `belt`: belts and the waistband of trousers read as part of the top.
 * - `trouser-ends`, `boots`, `twin-boot`, `floor-hems`: trouser ends read as shoes, boots as trousers, hems on the floor as feet.
 * - `threads`, `cuffs`: rims of skirts, trousers and cuffs read as skin.
 * - `creases`: the dark line between two bare arms read as clothes.
 * - `open-hands`: the ground between fingers read as skin.
 * - `dress-sleeves`, `lower-islands`: sleeves of a dress read as its skirt, bits of a sleeve as trousers.
 * - `hollows`, `hair-islands`: hollows of hoods below the tips of hair, and shadows between locks.
 * - `islands`: small islands of bags, accessories and hair on the clothes.
 * - `bag-rim`: the border of a bag beside where the colours change.
 * - `arm-islands`, `tights`: tattoos and watches on bare forearms, tights below a skirt.
 */
export const PLANE_RULES = [
  'colourful',
  'collars',
  'hoods',
  'jaw-collar',
  'hair',
  'throat',
  'waistband',
  'belt',
  'trouser-ends',
  'boots',
  'twin-boot',
  'floor-hems',
  'threads',
  'cuffs',
  'creases',
  'open-hands',
  'dress-sleeves',
  'lower-islands',
  'hollows',
  'hair-islands',
  'islands',
  'bag-rim',
  'arm-islands',
  'tights',
] as const;
export type PlaneRule = (typeof PLANE_RULES)[number];
