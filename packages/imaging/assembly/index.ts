export { boxBlur, boxBlurScratch } from './box-blur';
export { halveRgb } from './halve';
export { resizeBytes, resizeFloats } from './resize';
export { tapsSize, writeTaps } from './taps';
export { classLineSize, classRows, interleavePlanes, transposeModels } from './class-rows';
export { guidedScratch, guideStatistics, guideStatisticsSize, planeModels } from './guided-models';
