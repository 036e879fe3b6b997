import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** CPU ms that the heavy pose landmarks took alone on the machine of the design's figures, one thread. */
export const REFERENCE_MS = 31;

const SHAPE = [1, 3, 256, 256];
const RUNS = 15;

/**
 * Median CPU ms of the heavy pose landmarks alone, on one thread of this machine, now: what tells how long a millisecond of the design's
 * figures is here. Every render runs this network once; it is the largest of a known garment's.
 */
export async function referenceNetworkMs() {
  const require = createRequire(join(ROOT, 'packages/models/package.json'));
  const { InferenceSession, Tensor } = require('onnxruntime-node');
  const file = join(ROOT, 'packages/models/artifacts/blazepose-landmarks-heavy.onnx');
  const session = await InferenceSession.create(readFileSync(file), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    enableMemPattern: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const size = SHAPE.reduce((product, length) => product * length);
  const grey = new Float32Array(size).fill(0.5);
  const feeds = { [session.inputNames[0]]: new Tensor('float32', grey, SHAPE) };
  await session.run(feeds);
  const taken = [];
  for (let i = 0; i < RUNS; i++) {
    const before = process.cpuUsage();
    await session.run(feeds);
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
  }
  await session.release();
  return taken.sort((a, b) => a - b)[RUNS >> 1];
}
