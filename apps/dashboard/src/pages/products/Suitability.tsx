import type { Product } from '@drape/client';
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useLanguage, useTexts } from '../../state/language';
import { issueText } from './issue-texts';
import { PRODUCTS } from './texts';

/** How well the picture serves try-ons, and what the shop can do about it. */
export function Suitability({ suitability }: { readonly suitability: Product['tryOnSuitability'] }) {
  const texts = useTexts(PRODUCTS);
  const { language } = useLanguage();
  const format = useFormat();
  if (suitability === null) return null;
  const { score, level, issues } = suitability;
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {texts.mend}
      </Title>
      <Group gap="xs">
        <StatusBadge status={level} />
        <Text size="sm">
          {texts.suitability}: {format.number(score)} {texts.score}
        </Text>
      </Group>
      {issues.length === 0 && <Text size="sm">{texts.nothingToMend}</Text>}
      {issues.map((issue) => {
        const { message, fix } = issueText(language, issue);
        return (
          <Paper key={issue.code} withBorder p="sm">
            <Group gap="xs" mb={4}>
              <Badge color={issue.severity === 'major' ? 'red.8' : 'gray.7'} variant="filled" radius="sm" tt="none">
                {texts[issue.severity]}
              </Badge>
              <Text size="sm" fw={600}>
                {message}
              </Text>
            </Group>
            <Text size="sm">{fix}</Text>
          </Paper>
        );
      })}
    </Stack>
  );
}
