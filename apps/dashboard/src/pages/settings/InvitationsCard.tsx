import type { Invitation, NewInvitation } from '@drape/client';
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { CopyField } from '../../parts/CopyField';
import { ErrorNote } from '../../parts/ErrorNote';
import { useFormat, useLanguage, useTexts } from '../../state/language';
import { useRecord, useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { Card } from './Card';
import { ROLES } from './roles';
import { SETTINGS } from './texts';

export function InvitationsCard() {
  const texts = useTexts(SETTINGS);
  const { data: invitations = [], error } = useRecord<Invitation[]>('/v1/invitations');
  return (
    <Card title={texts.invite}>
      <InviteForm />
      <ErrorNote error={error} />
      {invitations.length > 0 && (
        <Stack gap="xs">
          <Text size="sm" fw={500}>
            {texts.invitations}
          </Text>
          {invitations.map((invitation) => (
            <OpenInvitation key={invitation.id} invitation={invitation} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function InviteForm() {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const { language } = useLanguage();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<(typeof ROLES)[number]>('developer');
  const invite = useSend(
    () =>
      read<NewInvitation>('/v1/invitations', {
        method: 'POST',
        body: {
          email,
          role,
          language,
        },
      }),
    () => setEmail(''),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(undefined);
  };
  return (
    <Stack>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={texts.email}
            type="email"
            required
            flex={1}
            miw={{ base: '100%', sm: 200 }}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NativeSelect
            label={texts.role}
            description={texts.roleHints[role]}
            w={{ base: '100%', sm: 320 }}
            value={role}
            onChange={(event) => setRole(ROLES.find((known) => known === event.currentTarget.value) ?? 'developer')}
            data={ROLES.map((value) => ({ value, label: common.roles[value] }))}
          />
          <Button type="submit" loading={invite.isPending}>
            {texts.send}
          </Button>
        </Group>
      </form>
      <ErrorNote error={invite.error} />
      {invite.data !== undefined && (
        <Alert role="status">
          <Text size="sm" mb="xs">
            {invite.data.sent ? texts.invitationSent(invite.data.email) : texts.invitationReady(invite.data.email)}
          </Text>
          <CopyField value={invite.data.link} label={texts.invite} />
        </Alert>
      )}
    </Stack>
  );
}

function OpenInvitation({ invitation }: { readonly invitation: Invitation }) {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const format = useFormat();
  const remove = useSend(() => read<Invitation>(`/v1/invitations/${invitation.id}`, { method: 'DELETE' }));
  return (
    <Group justify="space-between">
      <Text size="sm">
        {invitation.email} · {common.roles[invitation.role]} · {texts.until(format.day(invitation.expiresAt))}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${texts.takeBack}: ${invitation.email}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        {texts.takeBack}
      </Button>
    </Group>
  );
}
