import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { LANGUAGES, useLanguage, type Language } from '../../state/language';

/** Frame of the pages before one is signed in. */
export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    document.title = `${title} · Drape`;
  }, [title]);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={400}>
        <Text fw={700} size="xl" ta="center">
          Drape
        </Text>
        <Paper withBorder p="lg" radius="md">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
        <Group justify="center" gap="md">
          {(Object.keys(LANGUAGES) as Language[]).map((name) => (
            <Anchor
              key={name}
              component="button"
              type="button"
              lang={name}
              size="sm"
              underline={name === language ? 'always' : 'hover'}
              aria-pressed={name === language}
              onClick={() => setLanguage(name)}
            >
              {LANGUAGES[name]}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </Center>
  );
}
