import { FileInput, Image, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../parts/ErrorNote';
import { useTexts } from '../../state/language';
import { TRY } from './texts';
import type { ChosenPicture } from './use-picture';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/avif';

interface PictureFieldProps {
  readonly label: string;
  readonly description: string;
  readonly previewAlt: string;
  readonly chosen: ChosenPicture;
  /** Said where there has to be a picture and is none. */
  readonly missing: string | null;
}

/** A picture from the device: chosen with a button or dropped, and shown. */
export function PictureField({ label, description, previewAlt, chosen, missing }: PictureFieldProps) {
  const texts = useTexts(TRY);
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = (next: File | null) => {
    setFile(next);
    chosen.choose(next);
  };
  const { picture, error } = chosen;
  return (
    <Paper
      withBorder
      p="sm"
      style={isOver ? { outline: '3px dashed var(--mantine-primary-color-filled)' } : undefined}
      onDragOver={(event) => {
        // Without this the browser would leave the page and show the file.
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [dropped] = event.dataTransfer.files;
        if (dropped !== undefined) choose(dropped);
      }}
    >
      <Stack gap="xs">
        <FileInput
          label={label}
          description={`${description} ${texts.dropHint}`}
          accept={ACCEPTED}
          value={file}
          onChange={choose}
          placeholder={texts.chooseFile}
          styles={{ placeholder: { color: 'var(--mantine-color-text)' } }}
          error={missing}
          withAsterisk
        />
        <ErrorNote error={error} />
        {picture !== null && picture.previewUrl === null && <Text size="sm">{texts.noPreview}</Text>}
        {picture !== null && picture.previewUrl !== null && (
          <Image src={picture.previewUrl} alt={previewAlt} mah={280} w="auto" fit="contain" radius="sm" />
        )}
      </Stack>
    </Paper>
  );
}
