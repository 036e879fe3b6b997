import type { Product } from '@drape/client';
import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { CategorySelect, type Category } from './CategorySelect';
import { PRODUCTS } from './texts';

type Status = Product['status'];
const STATUSES = ['pending', 'ready', 'failed'] as const satisfies readonly Status[];

export interface Filters {
  readonly q: string;
  readonly externalId: string;
  readonly status: Status | '';
  readonly category: Category | '';
  readonly isUntendedToo: boolean;
}

export const NO_FILTERS: Filters = {
  q: '',
  externalId: '',
  status: '',
  category: '',
  isUntendedToo: false,
};

interface ProductFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function ProductFilters({ filters, onChange }: ProductFiltersProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const change = (some: Partial<Filters>) => onChange({ ...filters, ...some });
  return (
    <Stack role="search" aria-label={texts.filters} gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
        <TextInput
          label={texts.titlePrefix}
          maxLength={300}
          value={filters.q}
          onChange={({ currentTarget }) => change({ q: currentTarget.value })}
        />
        <TextInput
          label={texts.externalId}
          maxLength={128}
          value={filters.externalId}
          onChange={({ currentTarget }) => change({ externalId: currentTarget.value.trim() })}
        />
        <NativeSelect
          label={common.status}
          value={filters.status}
          onChange={({ currentTarget }) =>
            change({ status: STATUSES.find((one) => one === currentTarget.value) ?? '' })
          }
          data={[
            { value: '', label: common.all },
            ...STATUSES.map((one) => ({ value: one, label: common.statuses[one] })),
          ]}
        />
        <CategorySelect value={filters.category} onChange={(category) => change({ category })} none={common.all} />
      </SimpleGrid>
      <Checkbox
        label={texts.untended}
        checked={filters.isUntendedToo}
        onChange={({ currentTarget }) => change({ isUntendedToo: currentTarget.checked })}
      />
    </Stack>
  );
}
