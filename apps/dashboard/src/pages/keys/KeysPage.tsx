import type { ApiKey, ApiKeyWithSecret } from '@drape/client';
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '../../parts/CopyField';
import { Cell, Row } from '../../parts/DataTable';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { StatusBadge } from '../../parts/StatusBadge';
import { useFormat, useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useOffsetList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { KeyActions } from './KeyActions';
import { KeyForm } from './KeyForm';
import { KEYS } from './texts';

export function KeysPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(KEYS);
  const mayChange = useMay('developer');
  const list = useOffsetList<ApiKey>('/v1/keys');
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const show = (key: ApiKeyWithSecret) => {
    setMaking(false);
    setMade(key);
  };
  return (
    <Page title={common.keys} actions={mayChange && <Button onClick={() => setMaking(true)}>{texts.create}</Button>}>
      <Text c="dimmed">{texts.intro}</Text>
      <ListFrame
        list={list}
        label={common.keys}
        head={[common.name, texts.key, common.status, texts.lastUsed, common.created, texts.ends, '']}
      >
        {list.rows.map((key) => (
          <KeyRow key={key.id} record={key} mayChange={mayChange} onMade={show} />
        ))}
      </ListFrame>
      <Modal
        opened={isMaking}
        onClose={() => setMaking(false)}
        title={texts.create}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <KeyForm onMade={show} onCancel={() => setMaking(false)} />
      </Modal>
      <Modal
        opened={made !== null}
        onClose={() => setMade(null)}
        title={texts.made}
        size="lg"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <Stack>
          <Alert color="yellow">{texts.shownOnce}</Alert>
          {made?.key !== undefined && made.key !== null && <CopyField value={made.key} label={texts.key} />}
          <Group justify="flex-end">
            <Button onClick={() => setMade(null)}>{texts.done}</Button>
          </Group>
        </Stack>
      </Modal>
    </Page>
  );
}

interface KeyRowProps {
  readonly record: ApiKey;
  readonly mayChange: boolean;
  readonly onMade: (key: ApiKeyWithSecret) => void;
}

function KeyRow({ record, mayChange, onMade }: KeyRowProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(KEYS);
  const format = useFormat();
  const { name, kind, env, last4, status, lastUsedAt, createdAt, expiresAt, revokedAt, replacedBy } = record;
  const lasts = expiresAt === null ? common.never : format.moment(expiresAt);
  return (
    <Row>
      <Cell>
        <Text size="sm" fw={500}>
          {name === '' ? texts.unnamed : name}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.kinds[kind]}
        </Text>
      </Cell>
      <Cell wrap="never">
        <Code>{`drp_${kind}_${env}_…${last4}`}</Code>
      </Cell>
      <Cell>
        <StatusBadge status={status} {...(status === 'expired' && { label: texts.expired })} />
        {revokedAt !== null && (
          <Text size="xs" c="dimmed">
            {format.moment(revokedAt)}
          </Text>
        )}
        {replacedBy !== null && (
          <Text size="xs" c="dimmed">
            {texts.replaced}
          </Text>
        )}
      </Cell>
      <Cell wrap="never">{lastUsedAt === null ? common.never : format.moment(lastUsedAt)}</Cell>
      <Cell wrap="never">{format.day(createdAt)}</Cell>
      <Cell wrap="never">{status === 'revoked' ? '–' : lasts}</Cell>
      <Cell>{mayChange && status === 'active' && <KeyActions record={record} onMade={onMade} />}</Cell>
    </Row>
  );
}
