import type { Product } from '@drape/client';
import { Code, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Cell, Row } from '../../parts/DataTable';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { RouteButton, RouteLink } from '../../parts/RouteLink';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { AddProduct } from './AddProduct';
import { NO_FILTERS, ProductFilters } from './ProductFilters';
import { ProductPicture } from './ProductPicture';
import { PRODUCTS } from './texts';

/** Letters that are typed are not each a request. */
const PAUSE_MS = 300;

export function ProductsPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const mayChange = useMay('developer');
  const [filters, setFilters] = useState(NO_FILTERS);
  const [{ isUntendedToo, ...asked }] = useDebouncedValue(filters, PAUSE_MS);
  const list = useList<Product>('/v1/products', { ...asked, include: isUntendedToo ? 'untended' : '' });
  const actions = mayChange && (
    <>
      <RouteButton to="/import" variant="default">
        {texts.importFile}
      </RouteButton>
      <AddProduct />
    </>
  );
  return (
    <Page title={texts.title} actions={actions}>
      <ProductFilters filters={filters} onChange={setFilters} />
      <ListFrame
        list={list}
        label={texts.list}
        head={[texts.product, texts.category, common.status, texts.suitability, texts.tryOnCount]}
        empty={texts.empty}
      >
        {list.rows.map((product) => (
          <ProductRow key={product.id} product={product} />
        ))}
      </ListFrame>
    </Page>
  );
}

function ProductRow({ product }: { readonly product: Product }) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const format = useFormat();
  const { id, title, externalId, category, status, tryOnSuitability, tryOnCount } = product;
  return (
    <Row>
      <Cell>
        <Group gap="sm" wrap="nowrap">
          <ProductPicture product={product} />
          <Stack gap={2} miw={0}>
            <RouteLink to="/products/$id" params={{ id }} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {title ?? externalId ?? id}
            </RouteLink>
            {title !== null && externalId !== null && <Code w="fit-content">{externalId}</Code>}
          </Stack>
        </Group>
      </Cell>
      <Cell>{category === null ? texts.noCategory : common.categories[category.value]}</Cell>
      <Cell>
        <StatusBadge status={status} />
      </Cell>
      <Cell>
        {tryOnSuitability === null ? (
          '–'
        ) : (
          <Group gap="xs" wrap="nowrap">
            <StatusBadge status={tryOnSuitability.level} />
            <Text size="sm">{format.number(tryOnSuitability.score)}</Text>
          </Group>
        )}
      </Cell>
      <Cell>{format.number(tryOnCount)}</Cell>
    </Row>
  );
}
