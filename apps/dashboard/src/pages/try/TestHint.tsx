import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../../state/language';
import { TRY } from './texts';

/** docs/api.md: what comes of a try-on in test mode, by the address of its product picture. */
const OUTCOMES = [
  ['https://test.drape.invalid/ok', 'ok'],
  ['https://test.drape.invalid/slow/5000', 'slow'],
  ['https://test.drape.invalid/queue/3', 'queue'],
  ['https://test.drape.invalid/fail/person_not_detected', 'fail'],
  ['https://test.drape.invalid/429', 'refuse'],
] as const;

interface TestHintProps {
  readonly onChoose: (url: string) => void;
}

/** Addresses that choose the outcome. */
export function TestHint({ onChoose }: TestHintProps) {
  const texts = useTexts(TRY);
  return (
    <Alert color="orange" variant="outline">
      <Stack gap="xs">
        <Text size="sm">{texts.testHint}</Text>
        {OUTCOMES.map(([url, outcome]) => (
          <Group key={url} gap="xs" justify="space-between">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <code>{url}</code>
              <br />
              {texts.testOutcomes[outcome]}
            </Text>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChoose(url)}
              aria-label={`${texts.useUrl}: ${url}`}
            >
              {texts.useUrl}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
