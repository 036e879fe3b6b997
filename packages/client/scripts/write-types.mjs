#!/usr/bin/env node
/**
 * Writes src/types.ts from the OpenAPI document of the gateway's route table, so that the client has the contract's types and
 * no dependency. With --check it writes nothing, and fails where the file is out of date.
 *
 *   npx tsc -b && node packages/client/scripts/write-types.mjs [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const FILE = fileURLToPath(new URL('../src/types.ts', import.meta.url));
/** Components that no caller gets to see. */
const INTERNAL = ['ErrorEnvelope', 'Health'];
/** Names that would read badly in TypeScript. */
const RENAMED = { Error: 'ErrorBody', TryOnEvent: 'TryOnStreamEvent' };
const HEAD = `/**
 * The records of the API. Written by scripts/write-types.mjs from the OpenAPI document; do not edit.
 */
`;

/** The document that GET /v1/openapi.json serves; the routes are described without being able to run. */
async function readDocument() {
  const { createRoutes } = createRequire(import.meta.url)('../../../apps/gateway/dist/routes/index.js');
  const stub = new Proxy(() => undefined, { get: () => stub, apply: () => stub });
  const deps = new Proxy({}, { get: (_, name) => (name === 'version' ? '0' : stub) });
  const route = createRoutes(deps).find(({ path }) => path === '/v1/openapi.json');
  return JSON.parse((await route.handle()).document);
}

function render({ components }) {
  const schemas = Object.entries(components.schemas).filter(([name]) => !INTERNAL.includes(name));
  return HEAD + schemas.map(([name, schema]) => declaration(nameOf(name), schema)).join('\n');
}

const nameOf = (name) => RENAMED[name] ?? name;

function declaration(name, schema) {
  const text = typeOf(schema);
  const head = commentOf(schema);
  return text.startsWith('{') && text.endsWith('}') && schema.type === 'object'
    ? `${head}export interface ${name} ${text}\n`
    : `${head}export type ${name} = ${text};\n`;
}

const commentOf = ({ description }) => (description === undefined ? '' : `/** ${description} */\n`);

function typeOf(schema) {
  if (schema.$ref !== undefined) return nameOf(schema.$ref.split('/').at(-1));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) return parts.map(typeOf).join(' | ');
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((type) => typeNamed(type, schema)).join(' | ');
}

function typeNamed(type, schema) {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    default:
      return type;
  }
}

function objectType({ properties, required = [], additionalProperties }) {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${commentOf(schema)}${JSON.stringify(name)}${mark}: ${typeOf(schema)};\n`;
  });
  return `{\n${fields.join('')}}`;
}

const text = await format(render(await readDocument()), { ...(await resolveConfig(FILE)), parser: 'typescript' });
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(
    'src/types.ts is not what the API says: run "npx tsc -b && node packages/client/scripts/write-types.mjs".',
  );
  process.exitCode = 1;
}
