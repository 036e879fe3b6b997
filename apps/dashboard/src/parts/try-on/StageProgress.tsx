import type { TryOn } from '@drape/client';
import { Progress, Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../state/language';
import { TRY_ON } from './texts';

/** How far an unfinished try-on is. */
export function StageProgress({ tryOn }: { readonly tryOn: TryOn }) {
  const texts = useTexts(TRY_ON);
  const format = useFormat();
  const { stage, progress, queuePosition } = tryOn;
  const place = queuePosition === null || queuePosition === 0 ? null : texts.ahead(queuePosition);
  return (
    <Stack gap={4}>
      <Text size="sm">
        {stage === null ? texts.waiting : texts.stages[stage]}
        {place !== null && ` · ${place}`} · {format.percent(progress)}
      </Text>
      <Progress value={progress * 100} aria-label={texts.progress} size="lg" />
    </Stack>
  );
}
