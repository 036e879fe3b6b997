import type { ProductImport } from '@drape/client';
import { Button, Code, FileInput, List, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { toUtf8 } from '../../parts/read-file';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { PRODUCTS } from './texts';

const BYTES_MAX = 5 * 1024 * 1024;
const CSV = 'externalId,imageUrl,title,category\nsku-4711,https://shop.example/shirt.jpg,Logo tee,top';
const LINES = '{"externalId": "sku-4711", "imageUrl": "https://shop.example/shirt.jpg", "category": "top"}';

export function ImportForm({ onStarted }: { readonly onStarted: (id: string) => void }) {
  const texts = useTexts(PRODUCTS);
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > BYTES_MAX;
  const start = useSend(
    async (chosen: File) => {
      const content = await toUtf8(chosen);
      if (content === null) throw new Error(texts.notUtf8);
      const text = { contentType: typeOf(chosen), content };
      return read<ProductImport>('/v1/products/import', { method: 'POST', text });
    },
    ({ id }) => onStarted(id),
  );
  const choose = (chosen: File | null) => {
    start.reset();
    setFile(chosen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== null && !isTooLarge) start.mutate(file);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <List size="sm" spacing={2}>
          {texts.importSteps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        <FileInput
          label={texts.importFileLabel}
          placeholder={texts.chooseFile}
          accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          clearable
          clearButtonProps={{ 'aria-label': texts.removeFile }}
          value={file}
          onChange={choose}
          error={isTooLarge ? texts.importTooLarge : null}
          maw="30rem"
        />
        <ErrorNote error={start.error} />
        <Button type="submit" w="fit-content" loading={start.isPending} disabled={file === null || isTooLarge}>
          {texts.importStart}
        </Button>
        <Text size="sm" fw={600}>
          {texts.importFormat}
        </Text>
        {[CSV, LINES].map((example) => (
          <Code key={example} block style={{ whiteSpace: 'pre-wrap' }}>
            {example}
          </Code>
        ))}
      </Stack>
    </form>
  );
}

/** Browsers do not know the type of JSON lines, and on some systems not that of CSV either: the name tells it. */
function typeOf({ name }: File): string {
  return /\.(ndjson|jsonl)$/i.test(name) ? 'application/x-ndjson' : 'text/csv';
}
