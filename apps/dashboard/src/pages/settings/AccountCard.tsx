import type { Account } from '@drape/client';
import { Button, Group, Loader, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { Facts } from '../../parts/Facts';
import { Id } from '../../parts/Id';
import { useNotify } from '../../parts/use-notify';
import { useFormat, useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useRecord, useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { Card } from './Card';
import { SETTINGS } from './texts';

export function AccountCard() {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const format = useFormat();
  const { data: account, error } = useRecord<Account>('/v1/account');
  return (
    <Card title={texts.account}>
      <ErrorNote error={error} />
      {account === undefined ? (
        <Loader aria-label={common.loading} />
      ) : (
        <>
          <Facts
            facts={[
              [texts.plan, account.plan],
              [texts.perHour, format.number(account.limitPerHour)],
              [texts.inFlight, format.number(account.inFlightMax)],
              [texts.version, account.drapeVersion],
              [common.created, format.day(account.createdAt)],
              [common.account, <Id key="id">{account.id}</Id>],
            ]}
          />
          <AccountForm key={account.id} account={account} />
        </>
      )}
    </Card>
  );
}

const QUALITIES = ['good', 'fair', 'poor'] as const;

function AccountForm({ account }: { readonly account: Account }) {
  const common = useTexts(COMMON);
  const texts = useTexts(SETTINGS);
  const notify = useNotify();
  const isOwner = useMay('owner');
  const client = useQueryClient();
  const [name, setName] = useState(account.name);
  const [minQuality, setMinQuality] = useState<string>(account.minQuality);
  const [retention, setRetention] = useState(String(account.retentionSeconds));
  const save = useSend(
    () =>
      read<Account>('/v1/account', {
        method: 'PATCH',
        body: { name, minQuality, retentionSeconds: Number(retention) },
      }),
    () => {
      notify(common.saved);
      void client.invalidateQueries({ queryKey: ['me'] });
    },
  );
  const known = Object.keys(texts.retentions);
  const seconds = [...new Set([...known, String(account.retentionSeconds)])];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label={texts.accountName}
        required
        maxLength={100}
        disabled={!isOwner}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label={texts.minQuality}
        description={texts.minQualityHint}
        mt="sm"
        disabled={!isOwner}
        allowDeselect={false}
        value={minQuality}
        onChange={(value) => setMinQuality(value ?? 'fair')}
        data={QUALITIES.map((value) => ({ value, label: texts.qualities[value] }))}
      />
      <Select
        label={texts.retention}
        description={texts.retentionHint}
        mt="sm"
        disabled={!isOwner}
        allowDeselect={false}
        value={retention}
        onChange={(value) => setRetention(value ?? retention)}
        data={seconds.map((value) => ({
          value,
          label: texts.retentions[Number(value)] ?? texts.seconds(Number(value)),
        }))}
      />
      <ErrorNote error={save.error} />
      {isOwner && (
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      )}
    </form>
  );
}
