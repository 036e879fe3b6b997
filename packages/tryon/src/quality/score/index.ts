export { pictureFeatures, type FeatureName, type Features } from './features';
export { isPresentable, judgePicture, qualityOf } from './judge-picture';
export { logitOf, probabilityOf, QUALITY_MODEL, type QualityModel } from './model';
export type { Quality, QualityReason } from '../../model/quality';
