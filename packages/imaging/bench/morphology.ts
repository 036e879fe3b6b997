import { connectedComponents, fillHoles, largestComponent } from '../src/morphology/components';
import { traceContour } from '../src/morphology/contour';
import { distanceTransform } from '../src/morphology/distance';
import { dilate, dilateDisc, open } from '../src/morphology/morphology';
import { bench, sampleMask } from './harness';

const mask = sampleMask(512, 768);

bench('Masks and contours', [
  { name: 'dilate, radius 8 (octagon)', input: '512×768', run: () => dilate(mask, 8) },
  { name: 'open, radius 8', input: '512×768', run: () => open(mask, 8) },
  { name: 'dilateDisc, radius 8.5', input: '512×768', run: () => dilateDisc(mask, 8.5) },
  { name: 'distanceTransform', input: '512×768', run: () => distanceTransform(mask) },
  { name: 'connectedComponents', input: '512×768', run: () => connectedComponents(mask) },
  { name: 'largestComponent', input: '512×768', run: () => largestComponent(mask) },
  { name: 'fillHoles', input: '512×768', run: () => fillHoles(mask) },
  { name: 'traceContour', input: '512×768', run: () => traceContour(mask) },
]);
