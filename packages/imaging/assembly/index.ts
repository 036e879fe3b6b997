export { boxBlur, boxBlurScratch } from './box-blur';
