import type { TryOn } from '@drape/client';
import { Code, Stack } from '@mantine/core';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { RouteLink } from '../../parts/RouteLink';
import { TRY_ON } from '../../parts/try-on/texts';
import { isEnded } from '../../parts/try-on/use-try-on';
import { useCategoryName } from '../../parts/use-category-name';
import { useKeyNames } from '../../parts/use-key-names';
import { useFormat, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { TRY_ONS } from './texts';
import type { ReactNode } from 'react';

type Fact = readonly [name: string, value: ReactNode];

/** What it was asked with, and what became of it. */
export function TryOnFacts({ tryOn }: { readonly tryOn: TryOn }) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  const { stages } = useTexts(TRY_ON);
  const format = useFormat();
  const categoryName = useCategoryName();
  const keyName = useKeyNames();
  const { productCategory, categorySource, stage, sessionId, productId, size, fitPreference, department } = tryOn;
  const { retentionSeconds, expiresAt, attempts, cached, minQuality, outputFormat, batchId, apiKeyId } = tryOn;
  const source = categorySource === null ? '' : ` (${texts.categorySources[categorySource]})`;
  const running: readonly Fact[] = [
    [texts.stage, stage === null ? '–' : stages[stage]],
    [texts.deadline, format.moment(tryOn.deadlineAt)],
  ];
  const facts: readonly Fact[] = [
    ...(isEnded(tryOn) ? [] : running),
    [texts.category, `${categoryName(productCategory)}${source}`],
    [
      texts.session,
      <RouteLink key="session" to="/sessions/$id" params={{ id: sessionId }} underline="always">
        <Id>{sessionId}</Id>
      </RouteLink>,
    ],
    [texts.product, <ProductLink key="product" tryOn={tryOn} productId={productId} />],
    [texts.size, size ?? '–'],
    [texts.fitPreference, fitPreference === null ? '–' : texts.fitPreferences[fitPreference]],
    [texts.department, department === null ? '–' : texts.departments[department]],
    [texts.minQuality, common.statuses[minQuality]],
    [texts.outputFormat, outputFormat],
    [texts.retention, retentionSeconds === 0 ? texts.notKept : texts.days(format.number(retentionSeconds / DAY_S))],
    [texts.expires, format.moment(expiresAt)],
    [texts.consent, <Consent key="consent" consent={tryOn.consent} />],
    [texts.metadata, <Metadata key="metadata" metadata={tryOn.metadata} />],
    [texts.attempts, format.number(attempts)],
    [texts.cached, cached ? common.yes : common.no],
    [texts.madeWith, apiKeyId === null ? texts.dashboard : keyName(apiKeyId)],
    [texts.requestId, <RequestLink key="request" id={tryOn.requestId} />],
    ...(batchId === null ? [] : [[texts.batch, <Id key="batch">{batchId}</Id>] as const]),
  ];
  return <Facts facts={facts} />;
}

const DAY_S = 86_400;

/** The picture alone where it was sent without a product. */
function ProductLink({ tryOn, productId }: { readonly tryOn: TryOn; readonly productId: string | null }) {
  if (productId === null) return tryOn.productImageUrl ?? '–';
  return (
    <RouteLink to="/products/$id" params={{ id: productId }} underline="always">
      <Id>{productId}</Id>
    </RouteLink>
  );
}

/** The log of requests is kept for a shorter time than try-ons are, and says so itself. */
function RequestLink({ id }: { readonly id: string | null }) {
  if (id === null) return '–';
  return (
    <RouteLink to="/requests" search={{ id }} underline="always">
      <Id>{id}</Id>
    </RouteLink>
  );
}

function Consent({ consent }: Pick<TryOn, 'consent'>) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  if (consent === null) return texts.consentUnsaid;
  const given = consent.given ? common.yes : common.no;
  return consent.policyVersion === null ? given : `${given} (${consent.policyVersion})`;
}

function Metadata({ metadata }: Pick<TryOn, 'metadata'>) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return '–';
  return (
    <Stack gap={2} align="flex-start">
      {entries.map(([key, value]) => (
        <Code key={key} style={{ overflowWrap: 'anywhere' }}>
          {key}: {value}
        </Code>
      ))}
    </Stack>
  );
}
