import { Group, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What every page has: its name in the tab and at the top. */
export function Page({ title, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Drape`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="center">
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        <Group gap="sm">{actions}</Group>
      </Group>
      {children}
    </Stack>
  );
}
