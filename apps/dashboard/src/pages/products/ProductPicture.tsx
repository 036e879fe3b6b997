import type { Product } from '@drape/client';
import { Image } from '@mantine/core';

const SIZE = 56;

/** The product's picture where the page may load it. */
export function ProductPicture({ product: { imageUrl } }: { readonly product: Pick<Product, 'imageUrl'> }) {
  if (imageUrl === null || !isOwn(imageUrl)) return null;
  return <Image src={imageUrl} alt="" w={SIZE} h={SIZE} fit="contain" radius="sm" />;
}

/** The page's policy lets in pictures of its own origin; those of shops stay out. */
function isOwn(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === location.origin;
}
