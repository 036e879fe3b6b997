/** Names of the pipeline's stages in their order. */
export const TRYON_STAGES = [
  'pose',
  'face',
  'parse',
  'measure',
  'garment',
  'place',
  'remove',
  'shade',
  'compose',
] as const;

export type TryOnStage = (typeof TRYON_STAGES)[number];
