import type { Deleted, UpdateWebhook, Webhook, WebhookDelivery, WebhookWithSecret } from '@drape/client';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api/call';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { ErrorNote } from '../../parts/ErrorNote';
import { useRemoval } from '../../parts/use-removal';
import { useNotify } from '../../parts/use-notify';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { SecretModal } from './SecretModal';
import { WEBHOOKS } from './texts';
import { WebhookForm } from './WebhookForm';

interface WebhookProps {
  readonly webhook: Webhook;
  readonly path: string;
}

/** What those may do who may change it. */
export function WebhookActions({ webhook, path }: WebhookProps) {
  const texts = useTexts(WEBHOOKS);
  const notify = useNotify();
  const toggle = useSend(() => read<Webhook>(path, { method: 'PATCH', body: { enabled: !webhook.enabled } }));
  const ping = useSend(
    () => read<WebhookDelivery>(`${path}/ping`, { method: 'POST' }),
    () => notify(texts.pinged, 'gray'),
  );
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" loading={ping.isPending} onClick={() => ping.mutate(undefined)}>
          {texts.ping}
        </Button>
        <EditWebhook webhook={webhook} path={path} />
        <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate(undefined)}>
          {webhook.enabled ? texts.disable : texts.enable}
        </Button>
        <RotateSecret path={path} />
        <DeleteWebhook path={path} />
      </Group>
      <ErrorNote error={ping.error ?? toggle.error} />
    </Stack>
  );
}

function EditWebhook({ webhook, path }: WebhookProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const [isOpen, { open, close }] = useDisclosure(false);
  const save = useSend((body: UpdateWebhook) => read<Webhook>(path, { method: 'PATCH', body }), close);
  const leave = () => {
    save.reset();
    close();
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.edit}
      </Button>
      <Modal opened={isOpen} onClose={leave} title={texts.editTitle} closeButtonProps={{ 'aria-label': common.close }}>
        <WebhookForm
          webhook={webhook}
          submitLabel={common.save}
          onSubmit={(settings) => save.mutate(settings)}
          onCancel={leave}
          isPending={save.isPending}
          error={save.error}
        />
      </Modal>
    </>
  );
}

function RotateSecret({ path }: Pick<WebhookProps, 'path'>) {
  const texts = useTexts(WEBHOOKS);
  const [rotated, setRotated] = useState<WebhookWithSecret | null>(null);
  const rotate = useSend(() => read<WebhookWithSecret>(`${path}/rotate-secret`, { method: 'POST' }), setRotated);
  return (
    <>
      <ConfirmButton
        label={texts.rotate}
        question={texts.rotateQuestion}
        explanation={texts.rotateExplanation}
        action={() => rotate.mutateAsync(undefined)}
        isPending={rotate.isPending}
        error={rotate.error}
      />
      <SecretModal webhook={rotate.isPending ? null : rotated} onClose={() => setRotated(null)} />
    </>
  );
}

function DeleteWebhook({ path }: Pick<WebhookProps, 'path'>) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const navigate = useNavigate();
  const remove = useRemoval(
    () => read<Deleted>(path, { method: 'DELETE' }),
    () => navigate({ to: '/webhooks' }),
  );
  return (
    <ConfirmButton
      label={common.delete}
      question={texts.deleteQuestion}
      explanation={texts.deleteExplanation}
      action={() => remove.mutateAsync()}
      isPending={remove.isPending}
      error={remove.error}
    />
  );
}
