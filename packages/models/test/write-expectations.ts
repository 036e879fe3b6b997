/**
 * Writes expectations/persons.json: what the networks say today about the sample persons. Look at the landmarks before you
 * commit a change of it. Run: npx tsx packages/models/test/write-expectations.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadModels } from '../src';
import { readSample } from './read-picture';

const PERSONS = ['persons/full-body.jpg', 'persons/upper-body.jpg', 'persons/astronaut.jpg'];

async function main(): Promise<void> {
  const models = await loadModels({ provider: 'cpu', threads: 1 });
  const pictures = [];
  for (const name of PERSONS) {
    const photo = await readSample(name);
    const { person } = await models.detectPose(photo);
    if (person === null) throw new Error(`nobody found in ${name}`);
    const face = await models.meshFace(photo, person);
    pictures.push({
      name,
      landmarks: person.landmarks.map(({ x, y, visibility }) => [round(x), round(y), round(visibility)]),
      maskShare: round(person.mask.data.reduce((sum, value) => sum + value, 0) / person.mask.data.length),
      face: (face?.points ?? []).filter((_, i) => i % 12 === 0).map(({ x, y }) => [round(x), round(y)]),
    });
  }
  await models.close();
  writeFileSync(join(__dirname, 'expectations', 'persons.json'), `${JSON.stringify(pictures)}\n`);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

void main();
