import type { Webhook } from '@drape/client';
import { Alert, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { Page } from '../../parts/Page';
import { RecordFrame } from '../../parts/RecordFrame';
import { useFormat, useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useRecord } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { Deliveries } from './Deliveries';
import { EnabledBadge } from './EnabledBadge';
import { WEBHOOKS } from './texts';
import { WebhookActions } from './WebhookActions';

export function WebhookPage() {
  const texts = useTexts(WEBHOOKS);
  const mayChange = useMay('developer');
  const { id = '' } = useParams({ strict: false });
  const path = `/v1/webhooks/${encodeURIComponent(id)}`;
  const record = useRecord<Webhook>(path);
  return (
    <Page title={texts.webhook}>
      <RecordFrame record={record}>
        {(webhook) => (
          <Stack gap="lg">
            <WebhookFacts webhook={webhook} />
            {!webhook.enabled && <Alert color="yellow">{texts.disabledNote}</Alert>}
            {mayChange && <WebhookActions webhook={webhook} path={path} />}
            <Deliveries path={`${path}/deliveries`} mayChange={mayChange} />
          </Stack>
        )}
      </RecordFrame>
    </Page>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const format = useFormat();
  const { id, url, events, enabled, description, createdAt, updatedAt, previousSecretExpiresAt } = webhook;
  return (
    <Facts
      facts={[
        [texts.url, url],
        [common.status, <EnabledBadge key="enabled" enabled={enabled} />],
        [texts.events, events.map((event) => texts.eventNames[event]).join(', ')],
        [texts.description, description ?? '–'],
        ['ID', <Id key="id">{id}</Id>],
        [common.created, format.moment(createdAt)],
        [texts.updated, format.moment(updatedAt)],
        ...(previousSecretExpiresAt === null
          ? []
          : ([[texts.previousSecret, format.moment(previousSecretExpiresAt)]] as const)),
      ]}
    />
  );
}
