import { NativeSelect } from '@mantine/core';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** One of a few values that a list is filtered by, or all of them. */
export function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  const texts = useTexts(COMMON);
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: texts.all }, ...options.map(([value, label]) => ({ value, label }))]}
    />
  );
}
