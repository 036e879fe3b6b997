import type { Owner } from '@drape/contracts';
import type { Prisma, PrismaClient } from './prisma';
import { imageHashOf } from './product-image-hash';
import type { CataloguePicture } from './records';

/** Another product of the owner already has the external id or the picture. */
export interface ProductObstacle {
  readonly kind: 'external_id_taken' | 'image_taken';
  readonly productId: string;
}

interface WantedNames {
  readonly externalId?: string | null | undefined;
  readonly picture?: CataloguePicture | undefined;
}

/**
 * Finds the other product that already has one of these names. `id` is the product's own; where it has none yet, a product that has both
 * names is the same one.
 */
export async function findObstacle(
  prisma: PrismaClient,
  owner: Owner,
  { externalId, picture, id }: WantedNames & { readonly id?: string },
): Promise<ProductObstacle | null> {
  const ofName = typeof externalId === 'string' ? await findHolder(prisma, owner, { externalId }) : null;
  const ofImage =
    picture === undefined ? null : await findHolder(prisma, owner, { imageUrlHash: imageHashOf(picture) });
  if (id === undefined && ofName === ofImage) return null;
  if (ofName !== null && ofName !== id) return { kind: 'external_id_taken', productId: ofName };
  return ofImage === null || ofImage === id ? null : { kind: 'image_taken', productId: ofImage };
}

async function findHolder(
  prisma: PrismaClient,
  { accountId, env }: Owner,
  named: Prisma.ProductWhereInput,
): Promise<string | null> {
  const row = await prisma.product.findFirst({ where: { accountId, env, ...named }, select: { id: true } });
  return row?.id ?? null;
}
