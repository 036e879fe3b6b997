import { Alert, Grid, Paper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Page } from '../../parts/Page';
import { useTexts } from '../../state/language';
import { useMay } from '../../state/me';
import { useMode } from '../../state/mode';
import { COMMON } from '../../texts/common';
import { TRY } from './texts';
import { TryForm } from './TryForm';
import { TryOutcome } from './TryOutcome';
import { useTryForm } from './use-try-form';

/** A try-on with one's own photo, as a shopper would have it. */
export function TryPage() {
  const common = useTexts(COMMON);
  const mode = useMode();
  const may = useMay('developer');
  return (
    <Page title={common.tryIt}>{may ? <Bench key={mode} /> : <Alert color="yellow">{common.notAllowed}</Alert>}</Page>
  );
}

interface Made {
  readonly id: string;
  /** The photo as it was sent: another one may stand in the form by then. */
  readonly photo: Blob;
}

function Bench() {
  const texts = useTexts(TRY);
  const [made, setMade] = useState<Made | null>(null);
  const form = useTryForm(({ id }, photo) => setMade({ id, photo }));
  const photoUrl = useObjectUrl(made?.photo ?? null);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <TryForm form={form} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        {made === null ? (
          <Paper withBorder p="xl">
            <Text ta="center">{texts.nothingYet}</Text>
          </Paper>
        ) : (
          <TryOutcome key={made.id} id={made.id} photoUrl={photoUrl} />
        )}
      </Grid.Col>
    </Grid>
  );
}

/** Where an img element finds the picture; null where the browser cannot show its format. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    // Only what this page wrote itself is sure to be shown: a file that it could not read was sent as it is.
    if (blob === null || blob instanceof File) {
      setUrl(null);
      return undefined;
    }
    const next = URL.createObjectURL(blob);
    setUrl(next);
    return () => URL.revokeObjectURL(next);
  }, [blob]);
  return url;
}
