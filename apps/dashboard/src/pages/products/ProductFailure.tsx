import type { Product } from '@drape/client';
import { Alert, Code, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../state/language';
import { COMMON } from '../../texts/common';
import { PRODUCTS } from './texts';

/** Why the picture could not be analysed, and what it seems to show instead. */
export function ProductFailure({ product: { error } }: { readonly product: Product }) {
  const { categories } = useTexts(COMMON);
  const texts = useTexts(PRODUCTS);
  const format = useFormat();
  if (error === null) return null;
  const { code, message, detected, confidence, candidates = [] } = error;
  return (
    <Alert color="red" title={texts.analysisFailed}>
      <Text size="sm">
        {message} <Code>{code}</Code>
      </Text>
      {detected !== undefined && (
        <Text size="sm">
          {texts.detected}: {categories[detected]}
          {confidence !== undefined && ` (${format.percent(confidence)} ${texts.confidence})`}
        </Text>
      )}
      {candidates.length > 0 && (
        <Text size="sm">
          {texts.candidates}:{' '}
          {candidates.map((one) => `${categories[one.category]} (${format.percent(one.confidence)})`).join(', ')}
        </Text>
      )}
    </Alert>
  );
}
