import { createHash } from 'node:crypto';
import { newId, type ProductCategory } from '@drape/contracts';
import { isUniqueViolation, type PrismaClient } from './prisma';
import type { ProductRef } from './records';

export interface Products {
  /**
   * The account's product with this image, made on first sight. The shop's own name for it is noted where it is still free;
   * where another image has it already, that one keeps it.
   */
  upsertByImage(
    accountId: string,
    imageUrl: string,
    details?: { externalId?: string | null; category?: ProductCategory | null },
  ): Promise<ProductRef>;
}

export function createProducts(prisma: PrismaClient): Products {
  return {
    async upsertByImage(accountId, imageUrl, { externalId = null, category = null } = {}) {
      const product = { accountId, imageUrl, category };
      try {
        return await upsert(prisma, { ...product, externalId });
      } catch (error) {
        if (externalId === null || !isUniqueViolation(error)) throw error;
        return upsert(prisma, { ...product, externalId: null });
      }
    },
  };
}

interface UpsertedProduct {
  readonly accountId: string;
  readonly imageUrl: string;
  readonly externalId: string | null;
  readonly category: ProductCategory | null;
}

async function upsert(prisma: PrismaClient, product: UpsertedProduct): Promise<ProductRef> {
  const { accountId, imageUrl, externalId, category } = product;
  const hash = createHash('sha256').update(imageUrl).digest('hex');
  const rows = await prisma.$queryRaw<{ id: string; external_id: string | null; created: boolean }[]>`
    INSERT INTO products (id, account_id, external_id, image_url, image_url_hash, category, category_source)
    VALUES (${newId('prd')}, ${accountId}, ${externalId}, ${imageUrl}, ${hash}, ${category}, ${category && 'client'})
    ON CONFLICT (account_id, image_url_hash) DO UPDATE SET updated_at = now(),
      external_id = COALESCE(products.external_id, EXCLUDED.external_id),
      category = COALESCE(EXCLUDED.category, products.category),
      category_source = COALESCE(EXCLUDED.category_source, products.category_source)
    RETURNING id, external_id, (xmax = 0) AS created`;
  const row = rows[0];
  if (!row) throw new Error('an upsert of a product returned no row');
  return { id: row.id, externalId: row.external_id, created: row.created };
}
