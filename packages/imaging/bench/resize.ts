import { cropRaster, resizePlane, resizeRaster } from '../src/resize/resize';
import { sampleAffineF32 } from '../src/resize/sample';
import { bench, samplePhoto, samplePlane } from './harness';

const photo = samplePhoto(1024, 1536);
const rgba = samplePhoto(1024, 1536, 4);
const plane = samplePlane(512, 768);

bench('Resize and sample', [
  { name: 'resizeRaster, RGB to a half', input: '1024×1536', run: () => resizeRaster(photo, 512, 768) },
  { name: 'resizeRaster, RGBA to a half', input: '1024×1536', run: () => resizeRaster(rgba, 512, 768) },
  { name: 'resizeRaster, RGB to a quarter', input: '1024×1536', run: () => resizeRaster(photo, 256, 384) },
  { name: 'resizePlane to the double', input: '512×768', run: () => resizePlane(plane, 1024, 1536) },
  {
    name: 'cropRaster',
    input: '1024×1536 → 600×900',
    run: () => cropRaster(photo, { x: 200, y: 300, width: 600, height: 900 }),
  },
  {
    name: 'sampleAffineF32, turned, to a tensor',
    input: '1024×1536 → 256×256×3',
    run: () =>
      sampleAffineF32(photo, [2.8, 0.4, 100, -0.4, 2.8, 300], 256, 256, { border: 'replicate', scale: 1 / 255 }),
  },
]);
