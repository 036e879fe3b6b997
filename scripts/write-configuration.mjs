#!/usr/bin/env node
/**
 * Writes docs/configuration.md from the schemas that gateway and worker read their environment by. With --check it writes
 * nothing, and fails where the file is out of date.
 *
 *   npx tsc -b && node scripts/write-configuration.mjs [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './lib/paths.mjs';

const require = createRequire(import.meta.url);
const { GATEWAY_ENVIRONMENT } = require('../apps/gateway/dist/config.js');
const { WORKER_ENVIRONMENT } = require('../apps/worker/dist/config.js');

const FILE = join(ROOT, 'docs/configuration.md');
const HEAD = `# Configuration

Gateway and worker are configured by their environment and by nothing else. One set of variables may serve both: each reads its own. What is wrong is reported all at once, and the process does not start; so it is with a \`DRAPE_*\` variable that nobody knows. An empty value counts as none. Lists are separated by commas.

\`npm start\` sets \`DATABASE_URL\`, \`REDIS_URL\` and \`S3_*\` itself where they are not set, and takes \`DRAPE_HOME\`, the folder that it keeps everything in (\`.drape\`). \`docker/compose.yaml\` hands on what stands in the shell or in \`docker/.env\`.

This file is generated from the schemas (\`packages/runtime/src/shared-environment.ts\`, \`apps/gateway/src/config.ts\`, \`apps/worker/src/config.ts\`) by \`node scripts/write-configuration.mjs\`.
`;

function valuesOf({ type, enum: choices, minimum, maximum }) {
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'array') return 'list';
  if (type === 'string') return 'text';
  const grouped = (value) => value.toLocaleString('en-US');
  return maximum === undefined ? `≥ ${grouped(minimum)}` : `${grouped(minimum)}–${grouped(maximum)}`;
}

function defaultOf(name, { default: value }, required) {
  if (required.includes(name)) return 'must be set';
  if (value === undefined || value.length === 0) return '';
  return `\`${value}\``;
}

function table(names, { properties, required = [] }) {
  const rows = names.map((name) => {
    const property = properties[name];
    const secret = property.writeOnly ? '; secret' : '';
    return `| \`${name}\` | ${property.description}${secret} | ${valuesOf(property)} | ${defaultOf(name, property, required)} |`;
  });
  return ['| Variable | | Values | Default |', '|---|---|---|---|', ...rows].join('\n');
}

function render() {
  const [gateway, worker] = [GATEWAY_ENVIRONMENT, WORKER_ENVIRONMENT].map(({ properties }) => Object.keys(properties));
  const both = gateway.filter((name) => worker.includes(name));
  const only = (own) => own.filter((name) => !both.includes(name));
  const sections = [
    ['Both', table(both, GATEWAY_ENVIRONMENT)],
    ['The gateway', table(only(gateway), GATEWAY_ENVIRONMENT)],
    ['The worker', table(only(worker), WORKER_ENVIRONMENT)],
  ];
  return [HEAD, ...sections.map(([title, rows]) => `## ${title}\n\n${rows}\n`)].join('\n');
}

const text = render();
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('docs/configuration.md is out of date: npx tsc -b && node scripts/write-configuration.mjs\n');
  process.exitCode = 1;
}
