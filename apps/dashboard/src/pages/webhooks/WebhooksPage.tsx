import type { Webhook } from '@drape/client';
import { Stack, Table, Text } from '@mantine/core';
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
      <ListFrame
        list={list}
        label={texts.list}
        head={[texts.url, texts.events, common.status, common.created]}
        empty={texts.empty}
      >
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
    <Table.Tr>
      <Table.Td>
        <Stack gap={2}>
          <RouteLink to="/webhooks/$id" params={{ id }} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </RouteLink>
          {description !== null && <Text size="xs">{description}</Text>}
        </Stack>
      </Table.Td>
      <Table.Td>{events.map((event) => (event === '*' ? texts.eventNames['*'] : event)).join(', ')}</Table.Td>
      <Table.Td>
        <EnabledBadge enabled={enabled} />
      </Table.Td>
      <Table.Td>{format.day(createdAt)}</Table.Td>
    </Table.Tr>
  );
}
