import type { WebhookWithSecret } from '@drape/client';
import { Alert, Button, Modal, Stack } from '@mantine/core';
import { CopyField } from '../../parts/CopyField';
import { useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { WEBHOOKS } from './texts';

interface SecretModalProps {
  /** null: there is none to be shown. */
  readonly webhook: WebhookWithSecret | null;
  readonly onClose: () => void;
}

/** Shows a secret the one time that it can be seen: a click beside it does not close it. */
export function SecretModal({ webhook, onClose }: SecretModalProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(WEBHOOKS);
  return (
    <Modal
      opened={webhook !== null}
      onClose={onClose}
      title={texts.secretTitle}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        <Alert color="yellow">{texts.secretOnce}</Alert>
        {webhook !== null && <CopyField value={webhook.secret} label={texts.secret} />}
        <Button onClick={onClose}>{texts.secretKept}</Button>
      </Stack>
    </Modal>
  );
}
