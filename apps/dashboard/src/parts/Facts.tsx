import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Names and values: what is known of one thing. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Paper withBorder p="md" component="dl" m={0} className={classes['facts'] ?? ''}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes['fact'] ?? ''}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </Paper>
  );
}
