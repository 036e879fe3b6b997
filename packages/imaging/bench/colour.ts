import { compositeOver, multiplyInPlace } from '../src/colour/blend';
import { luma, medianLab, rgbToLab } from '../src/colour/colour';
import { psnr, ssim } from '../src/metrics/metrics';
import { gaussianNoise } from '../src/core/random';
import { createPlane } from '../src/core/raster';
import { resizePlane, resizeRaster } from '../src/resize/resize';
import { fitQuadraticField, noiseSigma } from '../src/filter/shade';
import { bench, sampleMask, samplePhoto } from './harness';

const photo = samplePhoto(1024, 1536);
const half = resizeRaster(photo, 512, 768);
const alpha = sampleMask(1024, 1536);
const mask = resizePlane(alpha, 512, 768);
const target = { ...photo, data: photo.data.slice() };
const gain = createPlane(1024, 1536, 1.07);
const grey = luma(half);

bench('Colour, light, blending, metrics', [
  { name: 'rgbToLab', input: '512×768', run: () => rgbToLab(half) },
  { name: 'medianLab', input: '512×768', run: () => medianLab(half, mask) },
  { name: 'fitQuadraticField', input: '512×768', run: () => fitQuadraticField(grey, mask) },
  { name: 'gaussianNoise', input: '512×768', run: () => gaussianNoise(512, 768, 1) },
  { name: 'noiseSigma', input: '512×768', run: () => noiseSigma(half) },
  { name: 'compositeOver', input: '1024×1536', run: () => compositeOver(target, photo, alpha) },
  { name: 'multiplyInPlace', input: '1024×1536', run: () => multiplyInPlace(target, gain, alpha) },
  { name: 'psnr', input: '1024×1536', run: () => psnr(target, photo) },
  { name: 'ssim', input: '512×768', run: () => ssim(half, half) },
]);
