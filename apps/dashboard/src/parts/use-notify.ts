import { notifications } from '@mantine/notifications';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';

/** Tells in the corner that something is done; in grey where it is not known yet how it ends. */
export function useNotify(): (message: string, color?: 'gray') => void {
  const { close } = useTexts(COMMON);
  return (message, color) => {
    notifications.show({
      message,
      closeButtonProps: { 'aria-label': close },
      ...(color !== undefined && { color }),
    });
  };
}
