import type { CreateWebhook, WebhookWithSecret } from '@drape/client';
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { read } from '../../api/call';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { SecretModal } from './SecretModal';
import { WEBHOOKS } from './texts';
import { WebhookForm } from './WebhookForm';

export function AddWebhook() {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  const [isOpen, { open, close }] = useDisclosure(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const create = useSend(
    (body: CreateWebhook) => read<WebhookWithSecret>('/v1/webhooks', { method: 'POST', body }),
    (webhook) => {
      close();
      setMade(webhook);
    },
  );
  const leave = () => {
    create.reset();
    close();
  };
  return (
    <>
      <Button onClick={open}>{texts.create}</Button>
      <Modal opened={isOpen} onClose={leave} title={texts.create} closeButtonProps={{ 'aria-label': common.close }}>
        <WebhookForm
          webhook={null}
          submitLabel={texts.create}
          onSubmit={(settings) => create.mutate(settings)}
          onCancel={leave}
          isPending={create.isPending}
          error={create.error}
        />
      </Modal>
      <SecretModal webhook={made} onClose={() => setMade(null)} />
    </>
  );
}
