import type { Session } from '@drape/client';
import { Group, Text } from '@mantine/core';
import { Cell, Row } from '../../parts/DataTable';
import { Id } from '../../parts/Id';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { RouteLink } from '../../parts/RouteLink';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { useOffsetList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { SESSIONS } from './texts';

export function SessionsPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(SESSIONS);
  const format = useFormat();
  const list = useOffsetList<Session>('/v1/sessions');
  return (
    <Page title={common.sessions}>
      <Text size="sm">{texts.intro}</Text>
      {list.total > 0 && (
        <Text size="sm">
          {texts.total}: {format.number(list.total)}
        </Text>
      )}
      <ListFrame
        list={list}
        label={texts.list}
        head={[texts.session, texts.tryOns, texts.lastTryOn, texts.lastUsed, texts.expires]}
      >
        {list.rows.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ListFrame>
    </Page>
  );
}

function SessionRow({ session: { id, tryOnCount, lastTryOn, updatedAt, expiresAt } }: { readonly session: Session }) {
  const format = useFormat();
  return (
    <Row>
      <Cell wrap="never">
        <RouteLink to="/sessions/$id" params={{ id }} size="sm">
          <Id>{id}</Id>
        </RouteLink>
      </Cell>
      <Cell>{format.number(tryOnCount)}</Cell>
      <Cell>
        {lastTryOn === null ? (
          '–'
        ) : (
          <Group gap="xs" wrap="nowrap">
            <StatusBadge status={lastTryOn.status} />
            <RouteLink to="/try-ons/$id" params={{ id: lastTryOn.id }} size="sm">
              {format.moment(lastTryOn.createdAt)}
            </RouteLink>
          </Group>
        )}
      </Cell>
      <Cell wrap="never">{format.moment(updatedAt)}</Cell>
      <Cell wrap="never">{format.moment(expiresAt)}</Cell>
    </Row>
  );
}
