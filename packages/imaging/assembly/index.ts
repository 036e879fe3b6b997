export { boxBlur, boxBlurScratch } from './box-blur';
export { halveRgb } from './halve';
export { resizeBytes, resizeFloats } from './resize';
export { tapsSize, writeTaps } from './taps';
