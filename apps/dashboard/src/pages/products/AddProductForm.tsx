import type { CreateProduct, Product } from '@drape/client';
import { Button, FileInput, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { faultOf, faultOfNone } from '../../parts/field-faults';
import { toDataUri } from '../../parts/read-file';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { CategorySelect, type Category } from './CategorySelect';
import { PRODUCTS } from './texts';

const FIELDS = ['imageUrl', 'image', 'externalId', 'title', 'category'];
/** In base64 it is a third longer, and the whole body has at most 15 MiB. */
const FILE_BYTES_MAX = 11 * 1024 * 1024;

interface AddProductFormProps {
  readonly onAdded: (id: string) => void;
  readonly onCancel: () => void;
}

export function AddProductForm({ onAdded, onCancel }: AddProductFormProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const [imageUrl, setImageUrl] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [externalId, setExternalId] = useState('');
  const [title, setTitle] = useState('');
  const [category, setCategory] = useState<Category | ''>('');
  const [isAsked, setAsked] = useState(false);
  const isTooLarge = file !== null && file.size > FILE_BYTES_MAX;
  const lacksPicture = file === null && imageUrl === '';
  const add = useSend(
    async () => {
      const body: CreateProduct = {
        ...(file === null ? { imageUrl } : { image: await toDataUri(file) }),
        ...(externalId !== '' && { externalId }),
        ...(title !== '' && { title }),
        ...(category !== '' && { category }),
      };
      return read<Product>('/v1/products', { method: 'POST', body });
    },
    ({ id }) => onAdded(id),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!lacksPicture && !isTooLarge) add.mutate(undefined);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={texts.imageUrl}
          description={texts.imageUrlHint}
          type="url"
          maxLength={2048}
          disabled={file !== null}
          value={imageUrl}
          onChange={({ currentTarget }) => setImageUrl(currentTarget.value.trim())}
          error={isAsked && lacksPicture ? texts.needsPicture : faultOf(add.error, 'imageUrl')}
        />
        <FileInput
          label={texts.imageFile}
          description={texts.imageFileHint}
          placeholder={texts.chooseFile}
          accept="image/jpeg,image/png,image/webp,image/heic,image/avif"
          clearable
          clearButtonProps={{ 'aria-label': texts.removeFile }}
          value={file}
          onChange={setFile}
          error={isTooLarge ? texts.tooLarge : faultOf(add.error, 'image')}
        />
        <TextInput
          label={texts.productTitle}
          maxLength={300}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          error={faultOf(add.error, 'title')}
        />
        <TextInput
          label={texts.externalId}
          maxLength={128}
          value={externalId}
          onChange={({ currentTarget }) => setExternalId(currentTarget.value.trim())}
          error={faultOf(add.error, 'externalId')}
        />
        <CategorySelect
          value={category}
          onChange={setCategory}
          none={texts.guess}
          error={faultOf(add.error, 'category')}
        />
        <ErrorNote error={faultOfNone(add.error, FIELDS)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
