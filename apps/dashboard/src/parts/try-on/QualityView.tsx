import type { Quality } from '@drape/client';
import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { StatusBadge } from '../StatusBadge';
import { useTexts } from '../../state/language';
import { TRY_ON } from './texts';

/** How good the picture is, what pulls it down, and whose that is to mend. */
export function QualityView({ quality }: { readonly quality: Quality }) {
  const texts = useTexts(TRY_ON);
  const { level, score, reasons } = quality;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StatusBadge status={level} />
        <Text size="sm">{texts.score(score)}</Text>
      </Group>
      <RemarkList remarks={reasons} />
    </Stack>
  );
}

export interface Remark {
  readonly code: string;
  readonly message: string;
  readonly about: 'photo' | 'product' | 'size' | 'request';
}

/** Reasons and warnings. */
export function RemarkList({ remarks }: { readonly remarks: readonly Remark[] }) {
  const texts = useTexts(TRY_ON);
  if (remarks.length === 0) return null;
  return (
    <List size="sm" spacing={6}>
      {remarks.map(({ code, message, about }) => (
        <List.Item key={code}>
          <Badge color="gray.7" radius="sm" tt="none" miw="max-content" mr={6}>
            {texts.about[about]}
          </Badge>
          {message}
        </List.Item>
      ))}
    </List>
  );
}
