/**
 * Processor time of each network with its preparation and un-projection, one thread, on the sample pictures at 1024×1536 and
 * 1024×1024. Run: npx tsc -b packages/models && npx tsx packages/models/bench/networks.ts [runs]
 */
import { cpus } from 'node:os';
import { resizeRaster } from '@drape/imaging';
import { loadModels } from '../src';
import { readSample } from '../test/read-picture';

const WARM_UP = 3;

interface Timing {
  readonly name: string;
  readonly cpuMs: readonly number[];
}

async function measure(name: string, runs: number, work: () => Promise<unknown>): Promise<Timing> {
  const cpuMs: number[] = [];
  for (let i = -WARM_UP; i < runs; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    if (i >= 0) cpuMs.push((user + system) / 1000);
  }
  return { name, cpuMs: cpuMs.sort((a, b) => a - b) };
}

async function main(): Promise<void> {
  const runs = Number(process.argv[2] ?? 20);
  const before = process.cpuUsage();
  const models = await loadModels({ provider: 'cpu', threads: 1 });
  const load = process.cpuUsage(before);
  const body = await readSample('persons/full-body.jpg');
  const photos = [resizeRaster(body, 1024, 1536), resizeRaster(body, 1024, 1536)];
  const garment = resizeRaster(await readSample('garments/top/striped-long-sleeve.jpg'), 1024, 1024);
  const { person } = await models.detectPose(photos[0]);
  if (person === null) throw new Error('nobody found');
  const timings = [
    await measure('detectPose (detector, lite, heavy, mask) 1024×1536', runs, () =>
      models.detectPose({ ...photos[0] }),
    ),
    await measure('meshFace (twice)', runs, () => models.meshFace(photos[1], person)),
    await measure('parsePerson', runs, async () => models.parsePerson(photos[1], person)),
    await measure('cutOut 320², picture 1024×1024', runs, () => models.cutOut(garment)),
  ];
  await models.close();
  const [cpu] = cpus();
  console.log(`${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, node ${process.version}, ${runs} runs`);
  console.log(`load and check all: ${Math.round((load.user + load.system) / 1000)} CPU ms`);
  console.log(`resident: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`);
  for (const { name, cpuMs } of timings) {
    const at = (share: number) => cpuMs[Math.min(cpuMs.length - 1, Math.floor(cpuMs.length * share))].toFixed(1);
    console.log(`${name.padEnd(56)} median ${at(0.5).padStart(6)} CPU ms   p99 ${at(0.99).padStart(6)}`);
  }
}

void main();
