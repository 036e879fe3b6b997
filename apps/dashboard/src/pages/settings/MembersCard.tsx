import type { Member } from '@drape/client';
import { NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { read } from '../../api/call';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { Cell, DataTable, Row } from '../../parts/DataTable';
import { ErrorNote } from '../../parts/ErrorNote';
import { useFormat, useTexts } from '../../state/language';
import { useMay, useMe } from '../../state/me';
import { useRecord, useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { Card } from './Card';
import { ROLES } from './roles';
import { SETTINGS } from './texts';

export function MembersCard() {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const { data: members = [], error } = useRecord<Member[]>('/v1/members');
  return (
    <Card title={texts.members}>
      <ErrorNote error={error} />
      <DataTable label={texts.members} head={[common.name, texts.role, texts.lastSignIn, '']} minWidth={520}>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </DataTable>
    </Card>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const format = useFormat();
  const isOwner = useMay('owner');
  const { me } = useMe();
  const client = useQueryClient();
  const refreshMe = () => void client.invalidateQueries({ queryKey: ['me'] });
  const path = `/v1/members/${member.id}`;
  const change = useSend((role: string) => read<Member>(path, { method: 'PATCH', body: { role } }), refreshMe);
  const remove = useSend(() => read<Member>(path, { method: 'DELETE' }), refreshMe);
  return (
    <Row>
      <Cell>
        <Text size="sm" fw={500}>
          {member.name === '' ? member.email : member.name}
          {member.id === me?.id && ` (${texts.you})`}
        </Text>
        <Text size="xs" c="dimmed">
          {member.email}
        </Text>
      </Cell>
      <Cell>
        {isOwner ? (
          <NativeSelect
            aria-label={`${texts.role}: ${member.email}`}
            value={member.role}
            onChange={(event) => change.mutate(event.currentTarget.value)}
            data={ROLES.map((value) => ({ value, label: common.roles[value] }))}
          />
        ) : (
          common.roles[member.role]
        )}
        <ErrorNote error={change.error} />
      </Cell>
      <Cell wrap="never">{format.moment(member.lastSignInAt)}</Cell>
      <Cell>
        {isOwner && (
          <ConfirmButton
            size="compact-sm"
            label={texts.remove}
            question={texts.removeTitle}
            explanation={`${member.email}: ${texts.removeWhy}`}
            action={() => remove.mutateAsync(undefined)}
            isPending={remove.isPending}
            error={remove.error}
          />
        )}
      </Cell>
    </Row>
  );
}
