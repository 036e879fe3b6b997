import type { Product, UpdateProduct } from '@drape/client';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { read } from '../../api/call';
import { ErrorNote } from '../../parts/ErrorNote';
import { faultOf, faultOfNone } from '../../parts/field-faults';
import { useTexts } from '../../state/language';
import { useSend } from '../../state/use-record';
import { COMMON } from '../../texts/common';
import { CategorySelect, type Category } from './CategorySelect';
import { PRODUCTS } from './texts';

const FIELDS = ['externalId', 'title', 'category'];

export function EditProduct({ product }: { readonly product: Product }) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.edit}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.editTitle} closeButtonProps={{ 'aria-label': common.close }}>
        <EditForm product={product} onDone={close} />
      </Modal>
    </>
  );
}

interface EditFormProps {
  readonly product: Product;
  readonly onDone: () => void;
}

function EditForm({ product, onDone }: EditFormProps) {
  const common = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const before = product.category?.source === 'client' ? product.category.value : '';
  const [title, setTitle] = useState(product.title ?? '');
  const [externalId, setExternalId] = useState(product.externalId ?? '');
  const [category, setCategory] = useState<Category | ''>(before);
  const change: UpdateProduct = {
    ...(title !== (product.title ?? '') && { title: title === '' ? null : title }),
    ...(externalId !== (product.externalId ?? '') && { externalId: externalId === '' ? null : externalId }),
    // The same one again would let the picture be analysed anew for nothing.
    ...(category !== before && { category: category === '' ? null : category }),
  };
  const save = useSend(
    () => read<Product>(`/v1/products/${encodeURIComponent(product.id)}`, { method: 'PATCH', body: change }),
    onDone,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(change).length === 0) onDone();
    else save.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={texts.productTitle}
          maxLength={300}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          error={faultOf(save.error, 'title')}
        />
        <TextInput
          label={texts.externalId}
          maxLength={128}
          value={externalId}
          onChange={({ currentTarget }) => setExternalId(currentTarget.value.trim())}
          error={faultOf(save.error, 'externalId')}
        />
        <CategorySelect
          value={category}
          onChange={setCategory}
          none={texts.guess}
          error={faultOf(save.error, 'category')}
        />
        <ErrorNote error={faultOfNone(save.error, FIELDS)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
