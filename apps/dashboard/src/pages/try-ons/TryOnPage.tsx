import type { TryOn } from '@drape/client';
import { Grid, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { JsonBlock } from '../../parts/JsonBlock';
import { Page } from '../../parts/Page';
import { RecordFrame } from '../../parts/RecordFrame';
import { Section } from '../../parts/Section';
import { StatusBadge } from '../../parts/StatusBadge';
import { AdviceList } from '../../parts/try-on/AdviceList';
import { FailureNote } from '../../parts/try-on/FailureNote';
import { QualityView, RemarkList } from '../../parts/try-on/QualityView';
import { StageProgress } from '../../parts/try-on/StageProgress';
import { isEnded, useTryOn } from '../../parts/try-on/use-try-on';
import { useFormat, useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { Deliveries } from './Deliveries';
import { FitView } from './FitView';
import { LookView } from './LookView';
import { ResultPicture } from './ResultPicture';
import { TRY_ONS } from './texts';
import { TryOnActions } from './TryOnActions';
import { TryOnFacts } from './TryOnFacts';
import { TryOnTimes } from './TryOnTimes';

/** Everything that is known of one try-on. */
export function TryOnPage() {
  const { id = '' } = useParams({ strict: false });
  const record = useTryOn(id);
  const tryOn = record.data;
  const may = useMay('developer');
  return (
    <Page title={id} {...(tryOn !== undefined && may && { actions: <TryOnActions tryOn={tryOn} /> })}>
      <RecordFrame record={record}>{(known) => <Details tryOn={known} withDeliveries={may} />}</RecordFrame>
    </Page>
  );
}

function Details({ tryOn, withDeliveries }: { readonly tryOn: TryOn; readonly withDeliveries: boolean }) {
  const texts = useTexts(TRY_ONS);
  const fit = tryOn.fit !== null && <FitView fit={tryOn.fit} fitScore={tryOn.fitScore} />;
  // Their table needs the whole width.
  const withZones = tryOn.fit !== null && tryOn.fit.zones.length > 0;
  return (
    <>
      <div role="status">
        <StatusBadge status={tryOn.status} />
      </div>
      {!isEnded(tryOn) && <StageProgress tryOn={tryOn} />}
      {tryOn.error !== null && <FailureNote error={tryOn.error} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Stack>
              <ResultPicture tryOn={tryOn} />
              <PhotoNote tryOn={tryOn} />
            </Stack>
            <Judgement tryOn={tryOn} />
            {!withZones && fit}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <TryOnFacts tryOn={tryOn} />
            <TryOnTimes tryOn={tryOn} />
          </Stack>
        </Grid.Col>
      </Grid>
      {withZones && fit}
      {tryOn.look !== null && <LookView look={tryOn.look} />}
      {withDeliveries && <Deliveries tryOnId={tryOn.id} />}
      <details>
        <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
          {texts.record}
        </Text>
        <JsonBlock label={texts.record} value={tryOn} />
      </details>
    </>
  );
}

/** The API gives no photo out: all that can be told is whether it is still there. */
function PhotoNote({ tryOn }: { readonly tryOn: TryOn }) {
  const texts = useTexts(TRY_ONS);
  const gone = tryOn.batchId === null ? texts.photoGone : texts.photoGoneWithBatch;
  return (
    <Text size="sm" c="dimmed">
      {isEnded(tryOn) ? gone : texts.photoKept}
    </Text>
  );
}

/** How good it became, what was invented for it, and what is said about it. */
function Judgement({ tryOn: { quality, invented, warnings, advice } }: { readonly tryOn: TryOn }) {
  const texts = useTexts(TRY_ONS);
  const format = useFormat();
  const [skin, background] = [format.percent(invented?.skinShare ?? 0), format.percent(invented?.backgroundShare ?? 0)];
  const isPainted = [skin, background].some((share) => share !== format.percent(0));
  return (
    <>
      {quality !== null && (
        <Section title={texts.quality}>
          <QualityView quality={quality} />
          {isPainted && <Text size="sm">{texts.invented(skin, background)}</Text>}
        </Section>
      )}
      {warnings.length > 0 && (
        <Section title={texts.warnings}>
          <RemarkList remarks={warnings} />
        </Section>
      )}
      {advice.length > 0 && (
        <Section title={texts.advice}>
          <AdviceList advice={advice} />
        </Section>
      )}
    </>
  );
}
