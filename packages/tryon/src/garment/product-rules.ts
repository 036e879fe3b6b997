/**
 * What decides about product pictures and can be left out of a measurement, by name:
 * `no-garment` refuses what shows no garment, `category-check` what is surely of another category than the named one, and
 * `worn-by-skin` asks the body that the pose network finds for skin; without it every such body wears the product. `garment-reader`
 * is no rule but the network that tells where a top's, jacket's or dress's parts are; without it the outline alone tells.
 */
export const PRODUCT_RULES = ['no-garment', 'category-check', 'worn-by-skin', 'garment-reader'] as const;
export type ProductRule = (typeof PRODUCT_RULES)[number];
