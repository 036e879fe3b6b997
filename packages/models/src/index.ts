export { loadModels, type LoadModelsOptions } from './load-models';
export { readManifest, modelFor, ARTIFACTS_DIR, MANIFEST_FILE } from './read-manifest';
export type { Manifest, ModelEntry, Role } from './manifest-schema';
export { PARSE_CLASSES } from './networks/person-parser';
export {
  GARMENT_ANSWERS,
  GARMENT_PARTS,
  GARMENT_POINTS,
  type GarmentPoint,
  type GarmentRead,
} from './networks/garment-reader';
export type { Provider } from './networks/open-network';
export { GARMENT_CATEGORIES } from './types';
export type {
  DetectedPerson,
  FaceMesh,
  GarmentCategory,
  GarmentClass,
  Models,
  OtherPerson,
  ParseResult,
  PoseDetection,
  PoseLandmark,
} from './types';
export { CCP_LABELS, ccpMergeTable } from './ccp-labels';
