import type { PrismaClient } from './prisma';
import type { CataloguePicture, PicturePlace } from './records';

export function placeOf(picture: CataloguePicture): PicturePlace {
  return 'url' in picture ? { imageUrl: picture.url, imageKey: null } : { imageUrl: null, imageKey: picture.key };
}

/** The given keys of garment packages that no product names. */
export async function listUnneededPackages(prisma: PrismaClient, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const needed = await prisma.$queryRaw<{ key: string }[]>`
    SELECT DISTINCT garment_package AS key FROM products WHERE garment_package = ANY(${[...keys]}::text[])`;
  const known = new Set(needed.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}

/** The given keys that neither a product nor an unfinished try-on has. */
export async function listUnneededPictures(prisma: PrismaClient, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const needed = await prisma.$queryRaw<{ key: string }[]>`
    SELECT image_key AS key FROM products WHERE image_key = ANY(${[...keys]}::text[])
    UNION
    SELECT product_image_key FROM try_ons
    WHERE status IN ('queued', 'processing') AND product_image_key = ANY(${[...keys]}::text[])`;
  const known = new Set(needed.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
