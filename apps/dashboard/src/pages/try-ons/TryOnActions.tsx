import type { Deleted, TryOn } from '@drape/client';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { read } from '../../api/call';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { ErrorNote } from '../../parts/ErrorNote';
import { isEnded, tryOnPath } from '../../parts/try-on/use-try-on';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { TRY_ONS } from './texts';

/** Stop it while it runs, or erase it. */
export function TryOnActions({ tryOn }: { readonly tryOn: TryOn }) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY_ONS);
  const navigate = useNavigate();
  const path = tryOnPath(tryOn.id);
  const cancel = useSend(() => read<TryOn>(`${path}/cancel`, { method: 'POST' }));
  const erase = useSend(
    () => read<Deleted>(path, { method: 'DELETE' }),
    () => void navigate({ to: '/try-ons' }),
  );
  return (
    <>
      <ErrorNote error={cancel.error} />
      {!isEnded(tryOn) && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {texts.cancelTryOn}
        </Button>
      )}
      <ConfirmButton
        label={common.delete}
        question={texts.deleteQuestion}
        explanation={texts.deleteExplanation}
        action={() => erase.mutateAsync(undefined)}
        isPending={erase.isPending}
        error={erase.error}
      />
    </>
  );
}
