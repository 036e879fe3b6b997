import type { Product } from '@drape/client';
import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../../state/language';
import { CatalogueSelect } from './CatalogueSelect';
import { PictureField } from './PictureField';
import { TRY } from './texts';
import type { ChosenPicture } from './use-picture';

export const SOURCES = ['catalogue', 'url', 'file'] as const;
export type Source = (typeof SOURCES)[number];

interface ProductFieldProps {
  readonly source: Source;
  readonly onSource: (source: Source) => void;
  readonly product: Product | null;
  readonly onProduct: (product: Product | null) => void;
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly picture: ChosenPicture;
  /** Said where there has to be a product and is none. */
  readonly missing: string | null;
}

/** What is tried on: out of the catalogue, or any picture of a garment. */
export function ProductField(props: ProductFieldProps) {
  const { source, onSource, product, onProduct, url, onUrl, picture, missing } = props;
  const texts = useTexts(TRY);
  const labelId = useId();
  return (
    <Stack gap="xs">
      <Input.Label component="span" id={labelId}>
        {texts.product}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        fullWidth
        value={source}
        onChange={(next) => onSource(SOURCES.find((known) => known === next) ?? 'catalogue')}
        data={SOURCES.map((value) => ({ value, label: texts.sources[value] }))}
      />
      {source === 'catalogue' && <CatalogueSelect product={product} onChange={onProduct} missing={missing} />}
      {source === 'url' && (
        <TextInput
          type="url"
          label={texts.url}
          description={texts.urlHint}
          value={url}
          onChange={({ currentTarget }) => onUrl(currentTarget.value)}
          error={missing}
          withAsterisk
        />
      )}
      {source === 'file' && (
        <PictureField
          label={texts.productPicture}
          description={texts.productPictureHint}
          previewAlt={texts.productPreview}
          chosen={picture}
          missing={missing}
        />
      )}
    </Stack>
  );
}
