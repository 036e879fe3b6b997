import type { WebhookDelivery } from '@drape/client';
import { Button, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { ListFrame } from '../../parts/ListFrame';
import { useNotify } from '../../parts/use-notify';
import { useTexts } from '../../state/language';
import { useList } from '../../state/use-list';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { DeliveryFilters, NO_FILTERS } from './DeliveryFilters';
import { DeliveryModal } from './DeliveryModal';
import { DeliveryRow } from './DeliveryRow';
import { WEBHOOKS } from './texts';
import { useSoonAgain } from './use-soon-again';

interface DeliveriesProps {
  readonly path: string;
  readonly mayChange: boolean;
}

/** What was sent to the webhook, and what came back. */
export function Deliveries({ path, mayChange }: DeliveriesProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const notify = useNotify();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const list = useList<WebhookDelivery>(path, { ...filters });
  useSoonAgain(list.rows, list.refetch);
  const again = useSend(
    (id: string) => read<WebhookDelivery>(`${path}/${encodeURIComponent(id)}/redeliver`, { method: 'POST' }),
    () => notify(texts.redelivered, 'gray'),
  );
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {texts.deliveries}
      </Title>
      <DeliveryFilters filters={filters} onChange={setFilters} />
      <ErrorNote error={again.error} />
      <ListFrame
        list={list}
        label={texts.deliveries}
        head={[texts.event, common.status, texts.attempts, texts.answer, common.created, '']}
        empty={texts.noDeliveries}
      >
        {list.rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery}>
            <Button
              variant="default"
              size="xs"
              aria-label={`${texts.show}: ${delivery.id}`}
              onClick={() => setShown(delivery)}
            >
              {texts.show}
            </Button>
            {mayChange && (
              <Button
                variant="default"
                size="xs"
                aria-label={`${texts.redeliver}: ${delivery.id}`}
                loading={again.isPending && again.variables === delivery.id}
                onClick={() => again.mutate(delivery.id)}
              >
                {texts.redeliver}
              </Button>
            )}
          </DeliveryRow>
        ))}
      </ListFrame>
      <DeliveryModal delivery={shown} onClose={() => setShown(null)} />
    </Stack>
  );
}
