import { cropRaster, resizePlane, resizeRaster } from '../src/resize/resize';
import { sampleRegionPlanes } from '../src/network/sample-region';
import { bench, samplePhoto, samplePlane } from './harness';

const photo = samplePhoto(1024, 1536);
const rgba = samplePhoto(1024, 1536, 4);
const plane = samplePlane(512, 768);

const turned = {
  width: 256,
  height: 256,
  first: { x: 101.6, y: 301.2 },
  alongX: { x: 2.8, y: -0.4 },
  alongY: { x: 0.4, y: 2.8 },
};
const unit = { border: 'replicate', scale: [1 / 255, 1 / 255, 1 / 255], offset: [0, 0, 0] } as const;

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
    name: 'sampleRegionPlanes, turned, to a tensor',
    input: '1024×1536 → 256×256×3',
    run: () => sampleRegionPlanes(photo, turned, unit),
  },
]);
