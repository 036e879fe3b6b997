import type { TryOn } from '@drape/client';
import { Center, Group, Image, Loader, Stack, Text } from '@mantine/core';
import { ErrorNote } from '../../parts/ErrorNote';
import { RouteButton } from '../../parts/RouteLink';
import { Section } from '../../parts/Section';
import { StatusBadge } from '../../parts/StatusBadge';
import { AdviceList } from '../../parts/try-on/AdviceList';
import { FailureNote } from '../../parts/try-on/FailureNote';
import { QualityView, RemarkList } from '../../parts/try-on/QualityView';
import { StageProgress } from '../../parts/try-on/StageProgress';
import { TRY_ON } from '../../parts/try-on/texts';
import { isEnded, useTryOn } from '../../parts/try-on/use-try-on';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { Comparison } from './Comparison';
import { TRY } from './texts';

interface TryOutcomeProps {
  readonly id: string;
  /** The photo that it was made with, kept in this page alone. */
  readonly photoUrl: string | null;
}

/** What becomes of the try-on, from the queue to the picture. */
export function TryOutcome({ id, photoUrl }: TryOutcomeProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY);
  const { data: tryOn, error } = useTryOn(id);
  return (
    <Section title={texts.outcome}>
      <ErrorNote error={tryOn === undefined ? error : null} />
      {tryOn === undefined && error === null && (
        <Center p="xl">
          <Loader aria-label={common.loading} />
        </Center>
      )}
      {tryOn !== undefined && (
        <Stack>
          <div role="status">
            <StatusBadge status={tryOn.status} />
          </div>
          {!isEnded(tryOn) && <StageProgress tryOn={tryOn} />}
          {tryOn.error !== null && <FailureNote error={tryOn.error} />}
          <Made tryOn={tryOn} photoUrl={photoUrl} />
        </Stack>
      )}
      <Group>
        <RouteButton to="/try-ons/$id" params={{ id }} variant="default">
          {texts.openTryOn}
        </RouteButton>
      </Group>
    </Section>
  );
}

/** The picture and what is thought of it. */
function Made({ tryOn, photoUrl }: { readonly tryOn: TryOn; readonly photoUrl: string | null }) {
  const texts = useTexts(TRY);
  const { score, fromPictureAlone } = useTexts(TRY_ON);
  const { resultImageUrl, image, quality, fit, fitScore, advice, warnings, status } = tryOn;
  return (
    <>
      {resultImageUrl !== null && image !== null && (
        <Comparison before={photoUrl} after={resultImageUrl} width={image.width} height={image.height} />
      )}
      {resultImageUrl !== null && image === null && <Image src={resultImageUrl} alt={texts.after} radius="md" />}
      {status === 'completed' && resultImageUrl === null && <Text size="sm">{texts.noPicture}</Text>}
      {quality !== null && <QualityView quality={quality} />}
      {fitScore !== null && (
        <Text size="sm">
          {texts.fitLine(fit?.basis === 'visual' ? fromPictureAlone : texts.fitScore, score(fitScore))}
        </Text>
      )}
      <RemarkList remarks={warnings} />
      <AdviceList advice={advice} />
    </>
  );
}
