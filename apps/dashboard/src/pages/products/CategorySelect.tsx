import type { CreateProduct } from '@drape/client';
import { NativeSelect } from '@mantine/core';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { PRODUCTS } from './texts';

export type Category = NonNullable<CreateProduct['category']>;
const CATEGORIES = ['top', 'dress', 'pants', 'jacket', 'skirt'] as const satisfies readonly Category[];

interface CategorySelectProps {
  /** Empty: none is chosen. */
  readonly value: Category | '';
  readonly onChange: (value: Category | '') => void;
  /** What it means that none is chosen. */
  readonly none: string;
  readonly error?: string | null;
}

export function CategorySelect({ value, onChange, none, error = null }: CategorySelectProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  return (
    <NativeSelect
      label={texts.category}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(CATEGORIES.find((one) => one === currentTarget.value) ?? '')}
      data={[{ value: '', label: none }, ...CATEGORIES.map((one) => ({ value: one, label: common.categories[one] }))]}
    />
  );
}
