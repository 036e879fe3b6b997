export { pictureFeatures, type FeatureName, type Features } from './features';
export { isPresentable, judgePicture, qualityOf, type Quality } from './judge-picture';
export { logitOf, probabilityOf, type QualityModel } from './model';
export type { QualityReason } from './reasons';
export { QUALITY_MODEL } from './weights';
