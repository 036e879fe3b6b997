import { boxBlur, gaussianBlur, sobelMagnitude } from '../src/filter/filter';
import { guidedFilter } from '../src/filter/guided';
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
  { name: 'guidedFilter, grey, radius 8', input: '512×768', run: () => guidedFilter(plane, mask, 8, 1e-3) },
  { name: 'guidedFilter, colour, radius 4', input: '512×768', run: () => guidedFilter(photo, mask, 4, 2e-4) },
  {
    name: 'guidedFilter, colour, radius 8, subsample 2',
    input: '512×768',
    run: () => guidedFilter(photo, mask, 8, 2e-4, 2),
  },
]);
