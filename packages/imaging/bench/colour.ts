import { luma, medianLab, rgbToLab } from '../src/colour/colour';
import { psnr, ssim } from '../src/metrics/metrics';
import { resizePlane, resizeRaster } from '../src/resize/resize';
import { fitQuadraticField } from '../src/filter/quadratic-field';
import { bench, sampleMask, samplePhoto } from './harness';

const photo = samplePhoto(1024, 1536);
const half = resizeRaster(photo, 512, 768);
const mask = resizePlane(sampleMask(1024, 1536), 512, 768);
const target = { ...photo, data: photo.data.map((v) => Math.min(255, v + 1)) };
const grey = luma(half);

bench('Colour, light, metrics', [
  { name: 'rgbToLab', input: '512×768', run: () => rgbToLab(half) },
  { name: 'medianLab', input: '512×768', run: () => medianLab(half, mask) },
  { name: 'fitQuadraticField', input: '512×768', run: () => fitQuadraticField(grey, mask) },
  { name: 'psnr', input: '1024×1536', run: () => psnr(target, photo) },
  { name: 'ssim', input: '512×768', run: () => ssim(half, half) },
]);
