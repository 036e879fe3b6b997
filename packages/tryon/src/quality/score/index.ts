export { pictureFeatures, type FeatureName, type Features } from './features';
export { isPresentable, judgePicture, qualityOf } from './judge-picture';
export { logitOf, probabilityOf, type QualityModel } from './model';
export { QUALITY_MODEL } from './weights';
export type { Quality, QualityReason } from '../../model/quality';
