import { Badge } from '@mantine/core';
import { useTexts } from '../../state/language';
import { REQUESTS } from './texts';

/** Darker than Mantine's darkest orange, on which white letters are hard to read. */
const ORANGE = '#b93a08';

function colorOf(status: number): string {
  if (status >= 500) return 'red.8';
  return status >= 400 ? ORANGE : 'teal.9';
}

export function HttpStatus({ status }: { readonly status: number | null }) {
  const texts = useTexts(REQUESTS);
  return (
    <Badge color={status === null ? 'gray.7' : colorOf(status)} radius="sm" tt="none" miw="max-content">
      {status ?? texts.hungUp}
    </Badge>
  );
}
