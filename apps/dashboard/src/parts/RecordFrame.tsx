import { Alert, Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/call';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';
import { ErrorNote } from './ErrorNote';

interface RecordFrameProps<T> {
  readonly record: {
    readonly data: T | undefined;
    readonly error: unknown;
  };
  readonly children: (data: T) => ReactNode;
}

/** One record once it is there; until then a sign of waiting, or why it does not come. Links outlive what they lead to. */
export function RecordFrame<T>({ record, children }: RecordFrameProps<T>) {
  const texts = useTexts(COMMON);
  if (record.data !== undefined) return children(record.data);
  if (record.error instanceof ApiFailure && record.error.status === 404) {
    return <Alert color="yellow">{texts.gone}</Alert>;
  }
  if (record.error !== null) return <ErrorNote error={record.error} />;
  return (
    <Center p="xl">
      <Loader aria-label={texts.loading} />
    </Center>
  );
}
