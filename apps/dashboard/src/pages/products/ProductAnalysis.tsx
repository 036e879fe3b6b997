import type { Product } from '@drape/client';
import { Anchor, Code, ColorSwatch, Group, Stack, Text, Title } from '@mantine/core';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useLanguage, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { PRODUCTS } from './texts';
import { wordOf } from './words';

interface ProductProps {
  readonly product: Product;
}

/** What is known of the product, and what its picture tells. */
export function ProductAnalysis({ product }: ProductProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const { language } = useLanguage();
  const format = useFormat();
  const { pattern, status } = product;
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {texts.analysis}
      </Title>
      <Facts
        facts={[
          ['ID', <Id key="id">{product.id}</Id>],
          [texts.externalId, product.externalId ?? '–'],
          [common.status, <StatusBadge key="status" status={status} />],
          [texts.category, <CategoryFact key="category" product={product} />],
          [texts.tryOnCount, format.number(product.tryOnCount)],
          [
            texts.pattern,
            status === 'ready'
              ? `${wordOf(language, pattern.value)} (${format.percent(pattern.confidence)} ${texts.confidence})`
              : '–',
          ],
          [texts.sleeves, wordOf(language, product.sleeveLength)],
          [texts.neckline, wordOf(language, product.neckline)],
          [texts.length, wordOf(language, product.length, 'length')],
          [texts.photoType, wordOf(language, product.photoType)],
          [texts.analyzedAt, format.moment(product.analyzedAt)],
          [texts.analyzerVersion, product.analyzerVersion ?? '–'],
        ]}
      />
      <Colors product={product} />
      <PictureFacts product={product} />
    </Stack>
  );
}

function CategoryFact({ product: { category } }: ProductProps) {
  const { categories } = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const format = useFormat();
  if (category === null) return texts.noCategory;
  const { value, source, confidence } = category;
  const how = source === 'client' ? texts.byShop : `${format.percent(confidence)} ${texts.confidence}`;
  return `${categories[value]} (${how})`;
}

function Colors({ product: { colors } }: ProductProps) {
  const texts = useTexts(PRODUCTS);
  const { language } = useLanguage();
  const format = useFormat();
  if (colors.length === 0) return null;
  return (
    <>
      <Title order={3} size="h5">
        {texts.colors}
      </Title>
      <Group component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {colors.map(({ hex, name, share }) => (
          <Group component="li" key={hex} gap="xs" wrap="nowrap">
            <ColorSwatch color={hex} size={24} aria-hidden />
            <Text size="sm">
              {wordOf(language, name)} <Code>{hex}</Code> {format.percent(share)}
            </Text>
          </Group>
        ))}
      </Group>
    </>
  );
}

function PictureFacts({ product: { image, imageUrl } }: ProductProps) {
  const texts = useTexts(PRODUCTS);
  const format = useFormat();
  return (
    <>
      <Title order={3} size="h5">
        {texts.image}
      </Title>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {imageUrl === null ? (
          texts.sentAsFile
        ) : (
          <>
            {texts.pictureAt}{' '}
            <Anchor href={imageUrl} target="_blank" rel="noreferrer" size="sm" underline="always">
              {imageUrl}
            </Anchor>
          </>
        )}
      </Text>
      {image !== null && (
        <Facts
          facts={[
            [texts.dimensions, `${image.width} × ${image.height}`],
            [texts.bytes, `${image.format.toUpperCase()}, ${format.number(Math.ceil(image.bytes / 1024))} KiB`],
            [texts.sharpness, image.sharpness === null ? '–' : format.percent(image.sharpness)],
            [texts.background, format.percent(image.backgroundUniformity)],
          ]}
        />
      )}
    </>
  );
}
