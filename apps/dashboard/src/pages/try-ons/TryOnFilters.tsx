import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { FilterInput } from '../../parts/FilterInput';
import { FilterSelect } from '../../parts/FilterSelect';
import { CATEGORIES } from '../../parts/use-category-name';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { FAILURE_CODES } from './failure-codes';
import { TRY_ONS } from './texts';
import type { FilterName, Filters } from './to-query';

const STATUSES = ['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;
const LEVELS = ['good', 'fair', 'poor'] as const;

interface TryOnFiltersProps {
  readonly filters: Filters;
  readonly isFiltered: boolean;
  readonly setFilter: (name: FilterName, value: string) => void;
  readonly clear: () => void;
}

/** All filters of the list that the API has. */
export function TryOnFilters({ filters, isFiltered, setFilter, clear }: TryOnFiltersProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  const of = (name: FilterName) => ({
    value: filters[name] ?? '',
    onChange: (value: string) => setFilter(name, value),
  });
  const day = (name: 'from' | 'until') => (
    <TextInput
      type="date"
      label={texts[name]}
      value={filters[name] ?? ''}
      onChange={({ currentTarget }) => setFilter(name, currentTarget.value)}
    />
  );
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm" role="search" aria-label={texts.filters}>
        <FilterSelect
          label={common.status}
          options={STATUSES.map((status) => [status, common.statuses[status]])}
          {...of('status')}
        />
        <FilterSelect
          label={texts.category}
          options={CATEGORIES.map((category) => [category, common.categories[category]])}
          {...of('category')}
        />
        <FilterSelect
          label={texts.quality}
          options={LEVELS.map((level) => [level, common.statuses[level]])}
          {...of('quality')}
        />
        <FilterSelect
          label={texts.errorCode}
          options={FAILURE_CODES.map((code) => [code, code])}
          {...of('errorCode')}
        />
        <FilterInput label={texts.session} {...of('sessionId')} />
        <FilterInput label={texts.product} {...of('productId')} />
        <FilterInput label={texts.batch} {...of('batchId')} />
        <FilterInput label={texts.metadataFilter} {...of('metadata')} />
        {day('from')}
        {day('until')}
      </SimpleGrid>
      {isFiltered && (
        <Group>
          <Button variant="default" size="xs" onClick={clear}>
            {texts.clear}
          </Button>
        </Group>
      )}
    </>
  );
}
