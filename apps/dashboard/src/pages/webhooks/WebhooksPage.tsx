import type { Webhook } from '@drape/client';
import { Stack, Text } from '@mantine/core';
import { Cell, Row } from '../../parts/DataTable';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { RouteLink } from '../../parts/RouteLink';
import { useFormat, useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useOffsetList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { AddWebhook } from './AddWebhook';
import { EnabledBadge } from './EnabledBadge';
import { WEBHOOKS } from './texts';

export function WebhooksPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const mayChange = useMay('developer');
  const list = useOffsetList<Webhook>('/v1/webhooks');
  return (
    <Page title={common.webhooks} actions={mayChange && <AddWebhook />}>
      <Text size="sm">{texts.intro}</Text>
      <ListFrame list={list} label={texts.list} head={[texts.url, texts.events, common.status, common.created]}>
        {list.rows.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ListFrame>
    </Page>
  );
}

function WebhookRow({ webhook: { id, url, description, events, enabled, createdAt } }: { readonly webhook: Webhook }) {
  const texts = useTexts(WEBHOOKS);
  const format = useFormat();
  return (
    <Row>
      <Cell wrap="anywhere">
        <Stack gap={2}>
          <RouteLink to="/webhooks/$id" params={{ id }} size="sm">
            {url}
          </RouteLink>
          {description !== null && <Text size="xs">{description}</Text>}
        </Stack>
      </Cell>
      <Cell>{events.map((event) => (event === '*' ? texts.eventNames['*'] : event)).join(', ')}</Cell>
      <Cell>
        <EnabledBadge enabled={enabled} />
      </Cell>
      <Cell wrap="never">{format.day(createdAt)}</Cell>
    </Row>
  );
}
