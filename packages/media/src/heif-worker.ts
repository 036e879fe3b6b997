import { parentPort, workerData } from 'node:worker_threads';
import { openAvifDecoder, openHeicDecoder } from './heif-codecs';
import type { HeifAnswer, HeifTask } from './heif-task';
import { orientPixels, takePixels } from './pixel-rows';

/** A thread that decodes one file and ends. It may hang, run out of memory or be ended at any time. */
async function main({ format, file, module, maxPixels, maxSide, orientation }: HeifTask): Promise<HeifAnswer> {
  const decode = await (format === 'heic' ? openHeicDecoder(module) : openAvifDecoder(module));
  const rows = decode(file);
  const { width, height } = rows;
  if (width * height > maxPixels) throw new Error(`${width} × ${height} pixels are too many`);
  const raster = takePixels(rows, maxSide);
  // libheif has already rotated the picture.
  const upright = format === 'heic' ? raster : orientPixels(raster, orientation);
  const isTurned = format === 'avif' && orientation > 4;
  return { raster: upright, width: isTurned ? height : width, height: isTurned ? width : height };
}

function answer(message: HeifAnswer | { readonly reason: string }): void {
  const transfer = 'raster' in message ? [message.raster.data.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(message, transfer);
}

main(workerData as HeifTask).then(answer, (error: unknown) => {
  answer({ reason: error instanceof Error ? error.message : String(error) });
});
