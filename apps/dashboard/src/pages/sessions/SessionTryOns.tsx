import type { TryOn } from '@drape/client';
import { Stack, Table, Title } from '@mantine/core';
import { ListFrame } from '../../parts/ListFrame';
import { RouteLink } from '../../parts/RouteLink';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { useList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { SESSIONS } from './texts';

export function SessionTryOns({ sessionId }: { readonly sessionId: string }) {
  const common = useTexts(COMMON);
  const texts = useTexts(SESSIONS);
  const list = useList<TryOn>('/v1/tryon', { sessionId });
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        {texts.tryOns}
      </Title>
      <ListFrame
        list={list}
        label={texts.tryOns}
        head={[texts.tryOn, common.status, texts.product, texts.category, texts.fitScore]}
        empty={texts.noTryOns}
      >
        {list.rows.map((tryOn) => (
          <TryOnRow key={tryOn.id} tryOn={tryOn} />
        ))}
      </ListFrame>
    </Stack>
  );
}

function TryOnRow({ tryOn }: { readonly tryOn: TryOn }) {
  const { categories } = useTexts(COMMON);
  const format = useFormat();
  const { id, status, productId, productCategory, fitScore, createdAt } = tryOn;
  return (
    <Table.Tr>
      <Table.Td>
        <RouteLink to="/try-ons/$id" params={{ id }} size="sm">
          {format.moment(createdAt)}
        </RouteLink>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={status} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {productId === null ? (
          '–'
        ) : (
          <RouteLink to="/products/$id" params={{ id: productId }} size="sm">
            {productId}
          </RouteLink>
        )}
      </Table.Td>
      <Table.Td>{productCategory === null ? '–' : categories[productCategory]}</Table.Td>
      <Table.Td>{format.number(fitScore)}</Table.Td>
    </Table.Tr>
  );
}
