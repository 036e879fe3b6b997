import { Center, Stack, Title } from '@mantine/core';
import { RouteLink } from '../parts/RouteLink';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';

export function NotFound() {
  const texts = useTexts(COMMON);
  return (
    <Center component="main" h="100vh">
      <Stack align="center">
        <Title order={1} size="h3">
          {texts.notFound}
        </Title>
        <RouteLink to="/">{texts.home}</RouteLink>
      </Stack>
    </Center>
  );
}
