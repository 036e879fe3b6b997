import type { ProductCategory } from '@drape/contracts';

export const coversTorso = (category: ProductCategory): boolean => category !== 'pants' && category !== 'skirt';

export const coversLegs = (category: ProductCategory): boolean => category !== 'top' && category !== 'jacket';
