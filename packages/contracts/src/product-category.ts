/** The five garment categories of the API, in the order in which error messages name them. */
export const PRODUCT_CATEGORIES = ['dress', 'top', 'pants', 'jacket', 'skirt'] as const;

export type ProductCategory = (typeof PRODUCT_CATEGORIES)[number];
