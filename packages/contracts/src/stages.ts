/** What a running try-on does at the moment, in order. */
export const STAGES = [
  'fetching_product',
  'reading_photo',
  'pose',
  'segmentation',
  'warp',
  'compose',
  'upload',
  'done',
] as const;
export type Stage = (typeof STAGES)[number];

/** Share of the work that is done when a try-on enters the stage, 0…1; null = not begun. A hint for progress bars. */
export function progressOf(stage: Stage | null): number {
  return stage === null ? 0 : (STAGES.indexOf(stage) + 1) / STAGES.length;
}
