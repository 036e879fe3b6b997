export { boxBlur, boxBlurScratch } from './box-blur';
export { classLineSize, classRows, interleavePlanes, transposeModels } from './class-rows';
export { drawTriangles } from './draw-mesh';
export { fillBytes } from './fill-bytes';
export { guidedScratch, guideStatistics, guideStatisticsSize, planeModels } from './guided-models';
export { halveRgb } from './halve';
export { packPixels, unpremultiply } from './pack-pixels';
export { resizeBytes, resizeFloats } from './resize';
export { tapsSize, writeTaps } from './taps';
