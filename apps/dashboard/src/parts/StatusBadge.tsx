import { Badge } from '@mantine/core';
import { useTexts } from '../state/language';
import { COMMON, type CommonTexts } from '../texts/common';

type Status = keyof CommonTexts['statuses'];

/** Mantine’s darkest orange is too light for white letters. */
const ORANGE = '#b93a08';

/** With black letters: what can be used is no alarm. */
const AMBER = 'yellow.5';

/** Each with letters that can be read on it, and not told by the colour alone. */
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
  fair: AMBER,
  poor: 'red.8',
  usable: AMBER,
};

interface StatusBadgeProps {
  readonly status: string;
  /** What is said instead of the usual word. */
  readonly label?: string;
}

export function StatusBadge({ status, label }: StatusBadgeProps) {
  const { statuses } = useTexts(COMMON);
  const known = isKnown(status) ? status : null;
  return (
    <Badge
      color={known === null ? 'gray.7' : COLORS[known]}
      variant="filled"
      autoContrast
      radius="sm"
      tt="none"
      miw="max-content"
    >
      {label ?? (known === null ? status : statuses[known])}
    </Badge>
  );
}

const isKnown = (status: string): status is Status => Object.hasOwn(COLORS, status);
