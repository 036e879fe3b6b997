import type { AuditEntry } from '@drape/client';
import { Table } from '@mantine/core';
import { ListFrame } from '../../parts/ListFrame';
import { Page } from '../../parts/Page';
import { useFormat, useTexts } from '../../state/language';
import { useList } from '../../state/use-list';
import { COMMON } from '../../texts/common';
import { TargetLink } from './TargetLink';
import { AUDIT, type AuditTexts } from './texts';

/** Who signed in and who changed what, the latest first. */
export function AuditLogPage() {
  const common = useTexts(COMMON);
  const texts = useTexts(AUDIT);
  const list = useList<AuditEntry>('/v1/audit-log');
  return (
    <Page title={common.auditLog}>
      <ListFrame
        list={list}
        label={common.auditLog}
        head={[texts.time, texts.who, texts.what, texts.mode, texts.target]}
      >
        {list.rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ListFrame>
    </Page>
  );
}

type Action = keyof AuditTexts['actions'];

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const common = useTexts(COMMON);
  const texts = useTexts(AUDIT);
  const format = useFormat();
  const { createdAt, email, action, env } = entry;
  const isKnown = (name: string): name is Action => Object.hasOwn(texts.actions, name);
  return (
    <Table.Tr>
      <Table.Td>{format.moment(createdAt)}</Table.Td>
      <Table.Td>{email}</Table.Td>
      <Table.Td>{isKnown(action) ? texts.actions[action] : action}</Table.Td>
      <Table.Td>{env === null ? texts.account : common[env]}</Table.Td>
      <Table.Td>
        <TargetLink entry={entry} />
      </Table.Td>
    </Table.Tr>
  );
}
