/**
 * What decides about product pictures and can be left out of a measurement, by name:
 *
 * - `no-garment`: refuses what shows no garment.
 * - `category-check`: refuses what is surely of another category than the named one.
 * - `worn-by-skin`: asks the body that the pose network finds for skin; without it every such body wears the product.
 * - `plain-background`: tells the garment from an even background by colour, without a network.
 * - `second-look`: asks the saliency network again where it hesitates.
 * - `turn-upright`: turns garments that lie on their side.
 * - `hood`: takes off hoods that stand above the shoulders.
 * - `deepen-neckline`: leads the neckline down to where the reader ceases to see the inside of the back.
 * - `neck-back`: keeps the inside of a collar's back, to be seen behind the neck.
 * - `waist-opening`: cuts the inside of the back off above the front's waistband.
 * - `waist-loops`: cuts off what stands up narrowly from a waistband.
 * - `even-hems`: makes torn hems of trouser legs straight.
 * - `smooth-outline`: draws the outline as an even line.
 */
export const PRODUCT_RULES = [
  'no-garment',
  'category-check',
  'worn-by-skin',
  'plain-background',
  'second-look',
  'turn-upright',
  'hood',
  'deepen-neckline',
  'neck-back',
  'waist-opening',
  'waist-loops',
  'even-hems',
  'smooth-outline',
] as const;
export type ProductRule = (typeof PRODUCT_RULES)[number];
