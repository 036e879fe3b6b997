// Writes what the parser is given for training photos: the calibration of quantise_parser.py.
//
//     node parser_inputs.mjs DATA OUT [EVERY]
//
// DATA/photos is read; of the photos that take no part in validation (data.py: split) every EVERY-th (14) is put through the pose and cut
// out as in a render. OUT/NAME.f32 holds float32 [3, 512, 288]. Needs the built project and its models.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pyramidOf } from '@drape/imaging';
import sharp from 'sharp';
import { loadModels } from '../dist/index.js';
import { parsePerson } from '../dist/networks/person-parser.js';

const HELD_BACK = 0.11;
const [data, out, every = '14'] = process.argv.slice(2);
mkdirSync(out, { recursive: true });

const share = (name) => parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16) / 2 ** 32;
const names = readdirSync(join(data, 'photos'))
  .map((file) => file.replace(/\.[^.]+$/, ''))
  .filter((name) => share(name) >= HELD_BACK)
  .sort()
  .filter((_, i) => i % Number(every) === 0);

const models = await loadModels({ provider: 'cpu', threads: 1 });
let current = '';
const recorder = {
  provider: 'none',
  inputNames: ['image'],
  outputNames: ['logits'],
  run({ image }) {
    writeFileSync(
      join(out, `${current}.f32`),
      Buffer.from(image.data.buffer, image.data.byteOffset, image.data.byteLength),
    );
    return Promise.resolve({ logits: { data: new Float32Array(13), shape: [1, 13, 1, 1] } });
  },
  close: () => Promise.resolve(),
};
for (const name of names) {
  const picture = sharp(readFileSync(join(data, 'photos', `${name}.jpg`)))
    .rotate()
    .toColourspace('srgb')
    .removeAlpha();
  const { data: bytes, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const photo = { width: info.width, height: info.height, channels: 3, data: new Uint8Array(bytes) };
  const { person } = await models.detectPose(photo);
  current = name;
  if (person !== null) await parsePerson(recorder, pyramidOf(photo), person);
}
await models.close();
console.log(`${names.length} photos`);
