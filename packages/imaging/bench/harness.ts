import { createPlane, createRaster, type PlaneF32, type RasterU8 } from '../src/core/raster';
import { createRandom } from '../src/core/random';

export interface Case {
  readonly name: string;
  /** What goes in, as the table shows it. */
  readonly input: string;
  readonly run: () => unknown;
}

/** Runs each case warm and prints a row of a Markdown table: median and 99th percentile of the thread's processor time. */
export function bench(group: string, cases: readonly Case[]): void {
  console.log(`\n### ${group}\n\n| kernel | input | median ms | p99 ms | runs |\n| --- | --- | ---: | ---: | ---: |`);
  for (const { name, input, run } of cases) {
    const warmUntil = performance.now() + 400;
    while (performance.now() < warmUntil) run();
    const times: number[] = [];
    const until = performance.now() + 2000;
    while (times.length < 10 || (performance.now() < until && times.length < 400)) {
      const before = process.cpuUsage();
      run();
      const spent = process.cpuUsage(before);
      times.push((spent.user + spent.system) / 1000);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string =>
      times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(2);
    console.log(`| ${name} | ${input} | ${at(0.5)} | ${at(0.99)} | ${times.length} |`);
  }
}

/** A picture with smooth ground, edges and grain: what a photo asks of a kernel, without a photo. */
export function samplePhoto(width: number, height: number, channels: 3 | 4 = 3): RasterU8 {
  const random = createRandom(1);
  const out = createRaster(width, height, channels);
  const figure = sampleMask(width, height);
  for (let i = 0, o = 0; i < width * height; i++, o += channels) {
    const shade = 40 * Math.sin((i % width) / 37) + 30 * Math.cos(i / width / 53) + 12 * random();
    out.data[o] = 110 + shade + 60 * figure.data[i];
    out.data[o + 1] = 120 + shade - 40 * figure.data[i];
    out.data[o + 2] = 100 + shade;
    if (channels === 4) out.data[o + 3] = 255 * figure.data[i];
  }
  return out;
}

/** A soft-edged figure with two legs. */
export function sampleMask(width: number, height: number): PlaneF32 {
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const x = (i % width) / width - 0.5;
    const y = Math.floor(i / width) / height;
    const half = y < 0.5 ? 0.3 - 0.2 * Math.abs(y - 0.25) : 0.25;
    const gap = y > 0.5 ? 0.06 * (y - 0.5) : -1;
    const inside = Math.min(half - Math.abs(x), Math.abs(x) - gap, y - 0.06, 0.97 - y);
    out.data[i] = Math.min(1, Math.max(0, 0.5 + inside * width * 0.5));
  }
  return out;
}

export function samplePlane(width: number, height: number): PlaneF32 {
  const random = createRandom(2);
  return { width, height, data: Float32Array.from({ length: width * height }, random) };
}
