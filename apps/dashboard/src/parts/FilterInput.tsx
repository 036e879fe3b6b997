import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

interface FilterInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 400;

/** A text that a list is filtered by: asked for when the writing pauses, not with every letter. */
export function FilterInput({ value, onChange, ...others }: FilterInputProps) {
  const [draft, setDraft] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((next: string) => {
    told.current = next;
    onChange(next);
  }, PAUSE_MS);
  // Only what came from elsewhere replaces what is being written: a link, or all filters taken away.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setDraft(value);
  }, [value]);
  return (
    <TextInput
      {...others}
      value={draft}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        tell(currentTarget.value.trim());
      }}
    />
  );
}
