import type { ErrorBody } from '@drape/client';
import { Alert, Anchor, Code, Stack, Text } from '@mantine/core';
import { useFormat, useLanguage, useTexts } from '../../state/language';
import { useCategoryName } from '../use-category-name';
import { RemarkList } from './QualityView';
import { TRY_ON, type TryOnTexts } from './texts';

type Failure = keyof TryOnTexts['failures'];

/** Why a try-on failed: in plain words of the page's language, then in the API's own, with what may be done. */
export function FailureNote({ error }: { readonly error: ErrorBody }) {
  const texts = useTexts(TRY_ON);
  const { language } = useLanguage();
  const format = useFormat();
  const categoryName = useCategoryName();
  const { code, message, docUrl, needed = [], detected, candidates = [], reasons = [] } = error;
  const plain = plainWords(code, texts);
  return (
    <Alert color="red">
      <Stack gap="xs">
        {plain !== null && (
          <Text size="sm" fw={600}>
            {plain}
          </Text>
        )}
        <Text size="sm" {...(language !== 'en' && { lang: 'en' })}>
          {message}
        </Text>
        {needed.length > 0 && <Text size="sm">{texts.needed(needed.map((part) => texts.parts[part]))}</Text>}
        {detected !== undefined && <Text size="sm">{texts.detected(categoryName(detected))}</Text>}
        {candidates.length > 0 && (
          <Text size="sm">
            {texts.candidates(
              candidates.map(({ category, confidence }) => `${categoryName(category)} (${format.percent(confidence)})`),
            )}
          </Text>
        )}
        <RemarkList remarks={reasons} />
        <Text size="xs">
          <Code>{code}</Code>
          {' · '}
          <Anchor href={docUrl} size="xs" c="inherit" underline="always">
            {texts.moreAbout}
          </Anchor>
        </Text>
      </Stack>
    </Alert>
  );
}

/** Codes of the many ways in which a picture cannot be fetched share one sentence. */
function plainWords(code: string, { failures }: TryOnTexts): string | null {
  const isKnown = (name: string): name is Failure => Object.hasOwn(failures, name);
  if (isKnown(code)) return failures[code];
  if (code.startsWith('user_photo_')) return failures.user_photo;
  return code.startsWith('product_image_') ? failures.product_image : null;
}
