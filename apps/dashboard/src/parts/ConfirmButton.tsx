import { Button, Group, Modal, Stack, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';
import { ErrorNote } from './ErrorNote';

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'disabled'> {
  readonly label: string;
  readonly question: string;
  readonly explanation: string;
  /** Resolves when it is done; the question stays where it throws. */
  readonly action: () => Promise<unknown>;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Asks before it does what cannot be undone. */
export function ConfirmButton({
  label,
  question,
  explanation,
  action,
  isPending,
  error,
  ...style
}: ConfirmButtonProps) {
  const texts = useTexts(COMMON);
  const [isOpen, { open, close }] = useDisclosure(false);
  const confirm = async () => {
    await action().then(close, () => undefined);
  };
  return (
    <>
      <Button variant="default" {...style} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={question} closeButtonProps={{ 'aria-label': texts.close }}>
        <Stack>
          <Text size="sm">{explanation}</Text>
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button color="red.8" loading={isPending} onClick={() => void confirm()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
