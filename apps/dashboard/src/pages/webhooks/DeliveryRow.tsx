import type { WebhookDelivery } from '@drape/client';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Cell, Row } from '../../parts/DataTable';
import { Id } from '../../parts/Id';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { WEBHOOKS } from './texts';

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  /** Its buttons. */
  readonly children: ReactNode;
}

export function DeliveryRow({ delivery, children }: DeliveryRowProps) {
  const texts = useTexts(WEBHOOKS);
  const format = useFormat();
  const { event, resourceId, status, attempts, lastStatus, lastError, nextAttemptAt, createdAt } = delivery;
  // Without an answer there is the reason why none came.
  const answer = lastStatus ?? lastError ?? (status === 'failed' ? texts.noAnswer : '–');
  return (
    <Row>
      <Cell wrap="never">
        <Stack gap={2}>
          <Text size="sm">{event}</Text>
          <Id>{resourceId}</Id>
        </Stack>
      </Cell>
      <Cell>
        <StatusBadge status={status} />
      </Cell>
      <Cell>{format.number(attempts)}</Cell>
      <Cell wrap="anywhere">
        <Text size="sm">{answer}</Text>
        {lastError !== null && lastStatus !== null && <Text size="xs">{lastError}</Text>}
        {status === 'pending' && nextAttemptAt !== null && attempts > 0 && (
          <Text size="xs">
            {texts.next}: {format.moment(nextAttemptAt)}
          </Text>
        )}
      </Cell>
      <Cell wrap="never">{format.moment(createdAt)}</Cell>
      <Cell>
        <Group gap="xs" wrap="nowrap" w="max-content">
          {children}
        </Group>
      </Cell>
    </Row>
  );
}
