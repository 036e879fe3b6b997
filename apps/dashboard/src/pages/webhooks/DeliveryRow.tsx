import type { WebhookDelivery } from '@drape/client';
import { Code, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
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
  return (
    <Table.Tr>
      <Table.Td>
        <Stack gap={2}>
          <Text size="sm">{event}</Text>
          <Code w="fit-content">{resourceId}</Code>
        </Stack>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
      </Table.Td>
      <Table.Td>{format.number(attempts)}</Table.Td>
      <Table.Td>
        <Text size="sm">{lastStatus ?? (attempts === 0 ? '–' : texts.noAnswer)}</Text>
        {lastError !== null && (
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {lastError}
          </Text>
        )}
        {status === 'pending' && nextAttemptAt !== null && attempts > 0 && (
          <Text size="xs">
            {texts.next}: {format.moment(nextAttemptAt)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{format.moment(createdAt)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {children}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
