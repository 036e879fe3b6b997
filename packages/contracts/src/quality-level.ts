/** How a person would judge the picture, best first: shown, shown with a reserve, not shown. */
export const QUALITY_LEVELS = ['good', 'fair', 'poor'] as const;
export type QualityLevel = (typeof QUALITY_LEVELS)[number];
