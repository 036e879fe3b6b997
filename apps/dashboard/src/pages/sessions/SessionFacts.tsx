import type { Session } from '@drape/client';
import { Group, Stack, Text, Title } from '@mantine/core';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { RouteLink } from '../../parts/RouteLink';
import { useFormat, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { SESSIONS } from './texts';

const STATUSES = ['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;

export function SessionFacts({ session }: { readonly session: Session }) {
  const common = useTexts(COMMON);
  const texts = useTexts(SESSIONS);
  const format = useFormat();
  const { clientSupplied, tryOnCount, statusCounts, products, measurementsId } = session;
  return (
    <>
      <Facts
        facts={[
          [texts.tryOns, format.number(tryOnCount)],
          ...STATUSES.map((status) => [common.statuses[status], format.number(statusCounts[status])] as const),
          [common.created, format.moment(session.createdAt)],
          [texts.lastUsed, format.moment(session.updatedAt)],
          [texts.expires, format.moment(session.expiresAt)],
          [texts.namedBy, clientSupplied ? texts.byClient : texts.byServer],
          [texts.measurements, measurementsId === null ? '–' : <Id key="measurements">{measurementsId}</Id>],
        ]}
      />
      <Stack component="section" gap="sm">
        <Title order={2} size="h4">
          {texts.products}
        </Title>
        {products.length === 0 ? (
          <Text size="sm">{texts.noProducts}</Text>
        ) : (
          <Group component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {products.map((id) => (
              <li key={id}>
                <RouteLink to="/products/$id" params={{ id }} size="sm">
                  <Id>{id}</Id>
                </RouteLink>
              </li>
            ))}
          </Group>
        )}
      </Stack>
    </>
  );
}
