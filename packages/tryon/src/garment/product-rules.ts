/**
 * Rules about product pictures whose limits a person chose, by name, so that a measurement can do without one:
 * `no-garment` refuses what shows no garment, `category-check` what is surely of another category than the named one, and
 * `worn-by-skin` asks the body that the pose network finds for skin; without it every such body wears the product.
 */
export const PRODUCT_RULES = ['no-garment', 'category-check', 'worn-by-skin'] as const;
export type ProductRule = (typeof PRODUCT_RULES)[number];
