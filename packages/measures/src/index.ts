export { GATES, passes, summariseGates, type Gate, type GateSummary } from './gates';
export { leftoverParsed } from './leftover-parsed';
export { measurePicture, type PictureMetrics } from './measure';
export { classMap, createParseScorer, type ParseScore } from './parse-score';
export { isRefusalJustified } from './refusal-evidence';
export type { SeamSharpness } from './seam';
export { naturalSilhouette } from './seam-masks';
export { pairedFidelity, wornGarment, type PairedFidelity } from './self-transfer';
