import { Autocomplete, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { ErrorNote } from '../../parts/ErrorNote';
import { CATEGORIES, isCategory } from '../../parts/use-category-name';
import { useTexts } from '../../state/language';
import { useMode } from '../../state/mode';
import { COMMON } from '../../texts/common';
import { PictureField } from './PictureField';
import { ProductField } from './ProductField';
import { TestHint } from './TestHint';
import { TRY } from './texts';
import type { TryFormState } from './use-try-form';

const SIZE_LENGTH_MAX = 40;

/** Photo, product and consent. */
export function TryForm({ form }: { readonly form: TryFormState }) {
  const common = useTexts(COMMON);
  const texts = useTexts(TRY);
  const isTest = useMode() === 'test';
  const { missing, product, send } = form;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack>
        <PictureField
          label={texts.photo}
          description={texts.photoHint}
          previewAlt={texts.photoPreview}
          chosen={form.photo}
          missing={missing.photo ? texts.photoMissing : null}
        />
        <ProductField
          source={form.source}
          onSource={form.setSource}
          product={product}
          onProduct={form.setProduct}
          url={form.url}
          onUrl={form.setUrl}
          picture={form.garmentPicture}
          missing={missing.garment ? texts.productMissing : null}
        />
        {isTest && (
          <TestHint
            onChoose={(url) => {
              form.setSource('url');
              form.setUrl(url);
            }}
          />
        )}
        <Group grow align="flex-start">
          <NativeSelect
            label={texts.category}
            value={form.category ?? ''}
            onChange={({ currentTarget: { value } }) => form.setCategory(isCategory(value) ? value : null)}
            data={[
              { value: '', label: texts.categoryGuessed },
              ...CATEGORIES.map((value) => ({ value, label: common.categories[value] })),
            ]}
          />
          <Autocomplete
            label={texts.size}
            value={form.size}
            onChange={form.setSize}
            maxLength={SIZE_LENGTH_MAX}
            data={form.source === 'catalogue' ? [...new Set(product?.sizeChart.rows.map(({ size }) => size))] : []}
          />
        </Group>
        <Checkbox
          label={texts.consent}
          checked={form.isAgreed}
          onChange={({ currentTarget }) => form.setIsAgreed(currentTarget.checked)}
          error={missing.consent ? texts.consentMissing : null}
        />
        <ErrorNote error={send.error} />
        <Group>
          <Button type="submit" loading={send.isPending}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
