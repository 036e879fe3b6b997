import type { ApiKey, ApiKeyWithSecret } from '@drape/client';
import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { read } from '../../api/call';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { ErrorNote } from '../../parts/ErrorNote';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { KeyForm } from './KeyForm';
import { KEYS } from './texts';

interface KeyActionsProps {
  readonly record: ApiKey;
  readonly onMade: (key: ApiKeyWithSecret) => void;
}

/** What can be done with a key that works. */
export function KeyActions({ record, onMade }: KeyActionsProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(KEYS);
  const [isEditing, edit] = useDisclosure(false);
  const revoke = useSend(() => read<ApiKey>(`/v1/keys/${record.id}`, { method: 'DELETE' }));
  const name = record.name === '' ? texts.unnamed : record.name;
  return (
    <Group gap={6} wrap="nowrap">
      {record.replacedBy === null && (
        <>
          <Button size="compact-sm" variant="default" onClick={edit.open}>
            {texts.edit}
          </Button>
          <RotateButton record={record} onMade={onMade} />
        </>
      )}
      <ConfirmButton
        size="compact-sm"
        label={texts.revoke}
        question={texts.revokeTitle}
        explanation={`${name} (…${record.last4}): ${texts.revokeWhy}`}
        action={() => revoke.mutateAsync(undefined)}
        isPending={revoke.isPending}
        error={revoke.error}
      />
      <Modal
        opened={isEditing}
        onClose={edit.close}
        title={texts.editTitle(name)}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <KeyForm record={record} onSaved={edit.close} onCancel={edit.close} />
      </Modal>
    </Group>
  );
}

function RotateButton({ record, onMade }: KeyActionsProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(KEYS);
  const [isOpen, { open, close }] = useDisclosure(false);
  const [overlapDays, setOverlapDays] = useState(1);
  const rotate = useSend(
    () =>
      read<ApiKeyWithSecret>(`/v1/keys/${record.id}/rotate`, {
        method: 'POST',
        body: { overlapDays },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      }),
    (key) => {
      close();
      onMade(key);
    },
  );
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        {texts.rotate}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.rotateTitle}
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <Stack>
          <Text size="sm">{texts.rotateWhy}</Text>
          <NumberInput
            label={texts.overlap}
            min={0}
            max={7}
            allowDecimal={false}
            value={overlapDays}
            onChange={(value) => setOverlapDays(Number(value))}
          />
          <ErrorNote error={rotate.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common.cancel}
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              {texts.rotate}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
