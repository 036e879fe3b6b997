import type { TryOn } from '@drape/client';
import { Stack, Title } from '@mantine/core';
import { Cell, Row } from '../../parts/DataTable';
import { Id } from '../../parts/Id';
import { ListFrame } from '../../parts/ListFrame';
import { RouteLink } from '../../parts/RouteLink';
import { StatusBadge } from '../../parts/StatusBadge';
import { FitScore } from '../../parts/try-on/FitScore';
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
    <Row>
      <Cell wrap="never">
        <RouteLink to="/try-ons/$id" params={{ id }} size="sm">
          {format.moment(createdAt)}
        </RouteLink>
      </Cell>
      <Cell>
        <StatusBadge status={status} />
      </Cell>
      <Cell wrap="never">
        {productId === null ? (
          '–'
        ) : (
          <RouteLink to="/products/$id" params={{ id: productId }} size="sm">
            <Id>{productId}</Id>
          </RouteLink>
        )}
      </Cell>
      <Cell>{productCategory === null ? '–' : categories[productCategory]}</Cell>
      <Cell>{fitScore === null ? '–' : <FitScore tryOn={tryOn} />}</Cell>
    </Row>
  );
}
