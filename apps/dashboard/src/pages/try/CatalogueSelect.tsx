import type { Product } from '@drape/client';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/call';
import { useTexts } from '../../state/language';
import { useMode } from '../../state/mode';
import { TRY } from './texts';

const PATH = '/v1/products';
const PAUSE_MS = 300;
/** The most that one page of the list may have. */
const LIMIT = 100;

/** The latest products, or those whose title begins so. */
function useProducts(q: string): readonly Product[] {
  const mode = useMode();
  const query = { limit: LIMIT, q };
  const { data = [] } = useQuery({
    queryKey: [PATH, mode, query],
    queryFn: ({ signal }) => read<Product[]>(PATH, { query, signal }),
  });
  return data;
}

function labelOf({ id, title, externalId }: Product): string {
  const name = title ?? externalId ?? id;
  return title !== null && externalId !== null ? `${name} (${externalId})` : name;
}

interface CatalogueSelectProps {
  readonly product: Product | null;
  readonly onChange: (product: Product | null) => void;
  readonly missing: string | null;
}

/** A product of the catalogue; what is written is looked for among the latest, and by the API among all. */
export function CatalogueSelect({ product, onChange, missing }: CatalogueSelectProps) {
  const texts = useTexts(TRY);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, PAUSE_MS);
  // The field shows the label of what was chosen, which is nothing to look for.
  const latest = useProducts('');
  const found = useProducts(product !== null && wanted === labelOf(product) ? '' : wanted);
  const products = new Map([...(product === null ? [] : [product]), ...latest, ...found].map((one) => [one.id, one]));
  return (
    <Select
      label={texts.catalogueProduct}
      description={texts.catalogueHint}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.clear }}
      nothingFoundMessage={texts.noProduct}
      searchValue={search}
      onSearchChange={setSearch}
      value={product?.id ?? null}
      onChange={(id) => onChange(id === null ? null : (products.get(id) ?? null))}
      data={[...products.values()].map((one) => ({ value: one.id, label: labelOf(one) }))}
      error={missing}
      withAsterisk
    />
  );
}
