import type { TryOn } from '@drape/client';
import { Anchor, Image, Paper, Text } from '@mantine/core';
import { isEnded } from '../../parts/try-on/use-try-on';
import { useFormat, useTexts } from '../../state/language';
import { TRY_ONS } from './texts';

const KIB = 1024;

/** The picture that was made, and where to have it from; or why there is none. */
export function ResultPicture({ tryOn }: { readonly tryOn: TryOn }) {
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const { id, resultImageUrl, image } = tryOn;
  if (resultImageUrl === null) {
    return (
      <Paper withBorder p="xl">
        <Text ta="center" size="sm">
          {whyNone(tryOn, texts)}
        </Text>
      </Paper>
    );
  }
  return (
    <div>
      <Image src={resultImageUrl} alt={texts.pictureOf(id)} radius="md" />
      <Text size="sm" mt="xs">
        <Anchor
          href={resultImageUrl}
          download={`${id}.${image?.format ?? 'jpeg'}`}
          target="_blank"
          rel="noopener"
          underline="always"
        >
          {texts.download}
        </Anchor>
        {image !== null &&
          ` · ${image.width} × ${image.height} · ${image.format} · ${format.number(Math.ceil(image.bytes / KIB))} KiB`}
      </Text>
    </div>
  );
}

function whyNone(tryOn: TryOn, texts: (typeof TRY_ONS)['en']): string {
  if (!isEnded(tryOn)) return texts.pictureNotYet;
  if (tryOn.status !== 'completed') return texts.noPicture;
  return tryOn.retentionSeconds === 0 ? texts.pictureNotKept : texts.pictureExpired;
}
