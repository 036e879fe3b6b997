import { Alert, Anchor, Code, Text } from '@mantine/core';
import { ApiFailure } from '../api/call';
import { useTexts } from '../state/language';
import { COMMON } from '../texts/common';

/** Why something did not work, in the API's own words, with the id by which its request is found in the log. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  const texts = useTexts(COMMON);
  if (error === null || error === undefined) return null;
  const failure = error instanceof ApiFailure ? error : null;
  if (failure?.code === 'insufficient_scope' || failure?.code === 'role_too_low') {
    return <Alert color="yellow">{texts.notAllowed}</Alert>;
  }
  return (
    <Alert color="red" role="alert">
      <Text size="sm">{error instanceof Error ? error.message : texts.unknownError}</Text>
      {failure !== null && failure.requestId !== null && (
        <Text size="xs" mt={4}>
          {texts.requestId} <Code>{failure.requestId}</Code>
          {failure.docUrl !== null && (
            <>
              {' · '}
              <Anchor href={failure.docUrl} size="xs" c="inherit" underline="always">
                {failure.code}
              </Anchor>
            </>
          )}
        </Text>
      )}
    </Alert>
  );
}
