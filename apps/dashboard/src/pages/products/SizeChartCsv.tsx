import type { Product, SizeChart } from '@drape/client';
import { Button, FileInput, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { toUtf8 } from '../../parts/read-file';
import { useNotify } from '../../parts/use-notify';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { PRODUCTS } from './texts';

interface SizeChartCsvProps extends Pick<SizeChart, 'kind' | 'unit'> {
  readonly path: string;
}

/** Replaces the chart by a file. */
export function SizeChartCsv({ path, kind, unit }: SizeChartCsvProps) {
  const texts = useTexts(PRODUCTS);
  const notify = useNotify();
  const [file, setFile] = useState<File | null>(null);
  const upload = useSend(
    async (chosen: File) => {
      const content = await toUtf8(chosen);
      if (content === null) throw new Error(texts.notUtf8);
      return read<Product>(path, {
        method: 'PUT',
        query: { kind, unit },
        text: { contentType: 'text/csv', content },
      });
    },
    () => {
      setFile(null);
      notify(texts.chartSaved);
    },
  );
  const choose = (chosen: File | null) => {
    upload.reset();
    setFile(chosen);
  };
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <FileInput
          label={texts.csv}
          description={texts.csvHint}
          placeholder={texts.chooseFile}
          accept=".csv,text/csv"
          clearable
          clearButtonProps={{ 'aria-label': texts.removeFile }}
          value={file}
          onChange={choose}
          flex="1 1 16rem"
        />
        <Button
          variant="default"
          disabled={file === null}
          loading={upload.isPending}
          onClick={() => file !== null && upload.mutate(file)}
        >
          {texts.csvUpload}
        </Button>
      </Group>
      <ErrorNote error={upload.error} />
    </Stack>
  );
}
