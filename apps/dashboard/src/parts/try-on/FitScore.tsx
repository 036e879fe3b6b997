import type { TryOn } from '@drape/client';
import { Text } from '@mantine/core';
import { useTexts } from '../../state/language';
import { TRY_ON } from './texts';

/** Of 100; where it rests on the picture alone it says so, for it tells nothing of sizes. */
export function FitScore({ tryOn: { fit, fitScore } }: { readonly tryOn: Pick<TryOn, 'fit' | 'fitScore'> }) {
  const texts = useTexts(TRY_ON);
  if (fitScore === null) return '–';
  return (
    <>
      {texts.score(fitScore)}
      {fit?.basis === 'visual' && (
        <Text size="xs" c="dimmed">
          {texts.pictureAlone}
        </Text>
      )}
    </>
  );
}
