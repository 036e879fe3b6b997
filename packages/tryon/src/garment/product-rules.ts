/**
 * What decides about product pictures and can be left out of a measurement, by name:
 * `no-garment` refuses what shows no garment, `category-check` what is surely of another category than the named one, and
 * `worn-by-skin` asks the body that the pose network finds for skin; without it every such body wears the product.
 */
export const PRODUCT_RULES = ['no-garment', 'category-check', 'worn-by-skin'] as const;
export type ProductRule = (typeof PRODUCT_RULES)[number];
