import type { WebhookDelivery } from '@drape/client';
import { Modal, Stack, Text } from '@mantine/core';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { JsonBlock } from '../../parts/JsonBlock';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { WEBHOOKS } from './texts';

interface DeliveryModalProps {
  /** null: none is shown. */
  readonly delivery: WebhookDelivery | null;
  readonly onClose: () => void;
}

/** One delivery with the body that was sent. */
export function DeliveryModal({ delivery, onClose }: DeliveryModalProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  return (
    <Modal
      opened={delivery !== null}
      onClose={onClose}
      title={delivery?.event ?? texts.payload}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {delivery !== null && <Delivery delivery={delivery} />}
    </Modal>
  );
}

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const format = useFormat();
  const { id, resourceId, status, attempts, nextAttemptAt, lastStatus, lastError, deliveredAt, url } = delivery;
  return (
    <Stack>
      <Facts
        facts={[
          ['webhook-id', <Id key="id">{id}</Id>],
          [common.status, <StatusBadge key="status" status={status} />],
          [texts.resource, <Id key="resource">{resourceId}</Id>],
          [texts.attempts, format.number(attempts)],
          [texts.answer, lastStatus ?? '–'],
          [texts.lastError, lastError ?? '–'],
          [common.created, format.moment(delivery.createdAt)],
          [texts.next, format.moment(nextAttemptAt)],
          [texts.deliveredAt, format.moment(deliveredAt)],
          [texts.sentTo, url],
        ]}
      />
      <Text size="sm" fw={600}>
        {texts.payload}
      </Text>
      <JsonBlock label={texts.payload} value={delivery.payload} />
    </Stack>
  );
}
