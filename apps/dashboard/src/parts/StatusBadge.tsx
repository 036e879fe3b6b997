import { Badge } from '@mantine/core';
import { useTexts } from '../state/language';
import { COMMON, type CommonTexts } from '../texts/common';

type Status = keyof CommonTexts['statuses'];

/** Mantine’s darkest orange is too light for white letters. */
const ORANGE = '#b93a08';

/** Dark enough for white letters in light mode, and not told by the colour alone. */
const COLORS: Readonly<Record<Status, string>> = {
  queued: 'gray.7',
  processing: 'blue.8',
  completed: 'teal.9',
  failed: 'red.8',
  canceled: 'gray.7',
  expired: ORANGE,
  active: 'teal.9',
  revoked: 'red.8',
  pending: 'gray.7',
  ready: 'teal.9',
  delivered: 'teal.9',
  running: 'blue.8',
  created: 'teal.9',
  updated: 'blue.8',
  good: 'teal.9',
  fair: ORANGE,
  poor: 'red.8',
  usable: ORANGE,
};

export function StatusBadge({ status }: { readonly status: string }) {
  const { statuses } = useTexts(COMMON);
  const known = isKnown(status) ? status : null;
  return (
    <Badge color={known === null ? 'gray.7' : COLORS[known]} variant="filled" radius="sm" tt="none" miw="max-content">
      {known === null ? status : statuses[known]}
    </Badge>
  );
}

const isKnown = (status: string): status is Status => Object.hasOwn(COLORS, status);
