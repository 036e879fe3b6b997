import type { AuditEntry } from '@drape/client';
import { Cell, Row } from '../../parts/DataTable';
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
        {list.rows.filter(isDeed).map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ListFrame>
    </Page>
  );
}

/** To begin with a passkey changes nothing: what became of it is an entry of its own. */
const isDeed = ({ action }: AuditEntry): boolean => action !== 'startAddPasskey';

type Action = keyof AuditTexts['actions'];

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const common = useTexts(COMMON);
  const texts = useTexts(AUDIT);
  const format = useFormat();
  const { createdAt, email, action, env } = entry;
  const isKnown = (name: string): name is Action => Object.hasOwn(texts.actions, name);
  return (
    <Row>
      <Cell wrap="never">{format.exact(createdAt)}</Cell>
      <Cell wrap="anywhere">{email}</Cell>
      <Cell>{isKnown(action) ? texts.actions[action] : action}</Cell>
      <Cell>{env === null ? texts.account : common[env]}</Cell>
      <Cell wrap="never">{entry.target === null ? '–' : <TargetLink entry={entry} target={entry.target} />}</Cell>
    </Row>
  );
}
