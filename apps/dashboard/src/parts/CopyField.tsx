import { Button, CopyButton, Group, Code } from '@mantine/core';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';

/** A text to take away: a key, a link, a receipt. */
export function CopyField({ value, label }: { readonly value: string; readonly label: string }) {
  const texts = useTexts(COMMON);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} aria-label={label} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} miw="fit-content">
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
