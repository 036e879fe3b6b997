import { ADVICE, adviceForWarning, type AdviceCode } from './advice';

/** Least V of a picture that is called good, as in its quality, and V below which it is called faulty. */
export const RELIABLE = 0.88;
export const FAIR = 0.6;

/** Warnings that keep a picture from being called good, whatever its V. */
const LIMITING: ReadonlySet<string> = new Set([
  'large_fill',
  'imprecise_placement',
  'side_view',
  'seated',
  'body_partly_hidden',
  'garment_unclear',
  'category_doubtful',
]);

export interface PictureInput {
  /** V of the formula. */
  readonly visual: number;
  /** Warnings of the render; codes that lead to no advice are ignored. */
  readonly warnings: readonly { readonly code: string }[];
  /** Other limits of the picture that the renderer knows. */
  readonly limits?: readonly AdviceCode[];
}

/**
 * Advice about a picture, no kinder than its V: one sentence on how far it can be trusted, and what limits it. Exactly one of
 * preview_reliable, preview_fair and preview_rough is included.
 */
export function pictureAdvice({ visual, warnings, limits = [] }: PictureInput): AdviceCode[] {
  const found = new Set<AdviceCode>(limits);
  for (const { code } of warnings) {
    const advice = adviceForWarning(code);
    if (advice !== null) found.add(advice);
  }
  // both ask for a photo that shows more; photo_ends_early also says why
  if (found.has('photo_ends_early')) found.delete('photo_show_more');
  const isReliable = visual >= RELIABLE && !warnings.some(({ code }) => LIMITING.has(code));
  if (isReliable) return ['preview_reliable', ...found];
  const byProduct = [...found].some((code) => ADVICE[code].about === 'merchant');
  const preview = visual >= FAIR ? 'preview_fair' : 'preview_rough';
  return [preview, ...(byProduct ? (['preview_limited_by_product'] as const) : []), ...found];
}
