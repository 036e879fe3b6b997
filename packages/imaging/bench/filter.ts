import { boxBlur, gaussianBlur, sobelMagnitude } from '../src/filter/filter';
import { guidedModels } from '../src/filter/guided-models';
import { resizeRaster } from '../src/resize/resize';
import { bench, sampleMask, samplePhoto, samplePlane } from './harness';

const plane = samplePlane(512, 768);
const mask = sampleMask(512, 768);
const photo = resizeRaster(samplePhoto(1024, 1536), 512, 768);

bench('Filters', [
  { name: 'boxBlur, radius 8', input: '512×768', run: () => boxBlur(plane, 8) },
  { name: 'gaussianBlur, sigma 1.5', input: '512×768', run: () => gaussianBlur(plane, 1.5) },
  { name: 'gaussianBlur, sigma 8', input: '512×768', run: () => gaussianBlur(plane, 8) },
  { name: 'sobelMagnitude', input: '512×768', run: () => sobelMagnitude(plane) },
  { name: 'guidedModels of one plane, radius 4', input: '512×768', run: () => guidedModels(photo, [mask], 4, 2e-4) },
]);
