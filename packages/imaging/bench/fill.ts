import { pushPull } from '../src/fill/fill';
import { patchMatch } from '../src/fill/patch-match';
import { createPlane } from '../src/core/raster';
import { smoothFill } from '../src/fill/smooth-fill';
import { bench, samplePhoto } from './harness';

const photo = samplePhoto(256, 384);
const hole = createPlane(256, 384);
const known = createPlane(256, 384, 1);
for (let y = 100; y < 200; y++) {
  for (let x = 90; x < 165; x++) {
    hole.data[y * 256 + x] = 1;
    known.data[y * 256 + x] = 0;
  }
}

bench('Fills', [
  { name: 'pushPull', input: '256×384, hole 7,500 px', run: () => pushPull(photo, known) },
  { name: 'patchMatch', input: '256×384, hole 7,500 px', run: () => patchMatch(photo, hole) },
  { name: 'smoothFill', input: '256×384, hole 7,500 px', run: () => smoothFill(photo, known, { calm: 3, fade: 5 }) },
]);
