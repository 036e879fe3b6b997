import type { Product } from '@drape/client';
import { Center, Image, Text } from '@mantine/core';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';

const SIZE = 56;

/** The product's picture where the page may load it, else what kind of garment it is. */
export function ProductPicture({ product }: { readonly product: Product }) {
  const common = useTexts(COMMON);
  const { imageUrl, category } = product;
  if (imageUrl !== null && isOwn(imageUrl)) {
    return <Image src={imageUrl} alt="" w={SIZE} h={SIZE} fit="contain" radius="sm" />;
  }
  return (
    <Center
      w={SIZE}
      h={SIZE}
      style={{
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-sm)',
      }}
    >
      <Text size="10px" ta="center" lh={1.2}>
        {category === null ? '–' : common.categories[category.value]}
      </Text>
    </Center>
  );
}

/** The page's policy lets in pictures of its own origin; those of shops stay out. */
function isOwn(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === location.origin;
}
