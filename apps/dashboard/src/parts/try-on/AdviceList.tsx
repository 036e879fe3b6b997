import type { Advice } from '@drape/client';
import { List, Stack, Text } from '@mantine/core';
import { useTexts } from '../../state/language';
import { TRY_ON } from './texts';

const AUDIENCES = ['shopper', 'merchant'] as const;

/** What is said to the shopper, and what to the shop. */
export function AdviceList({ advice }: { readonly advice: readonly Advice[] }) {
  const texts = useTexts(TRY_ON);
  return (
    <Stack gap="xs">
      {AUDIENCES.map((audience) => {
        const sentences = advice.filter(({ about }) => about === audience);
        return (
          sentences.length > 0 && (
            <div key={audience}>
              <Text size="sm" fw={600}>
                {texts.audiences[audience]}
              </Text>
              <List size="sm" spacing={4}>
                {sentences.map(({ code, text }) => (
                  <List.Item key={`${code} ${text}`}>{text}</List.Item>
                ))}
              </List>
            </div>
          )
        );
      })}
    </Stack>
  );
}
