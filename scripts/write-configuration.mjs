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

Gateway and worker are configured by environment variables and nothing else. One set of variables may serve both: each reads its own. All mistakes are reported together and the process does not start; an unknown \`DRAPE_*\` variable is a mistake too. Only those on this page are known, and \`DRAPE_URL\`, \`DRAPE_KEY\` and \`DRAPE_WEBHOOK_SECRET\`, which programs of a shop read. An empty value counts as not set. Lists are separated by commas.

\`npm start\` sets \`DATABASE_URL\`, \`REDIS_URL\` and \`S3_*\` itself where they are not set, and reads \`DRAPE_HOME\`, the folder that it keeps everything in (\`.drape\`). \`docker/compose.yaml\` passes on what is set in the shell or in \`docker/.env\`.

This file is generated from the schemas (\`packages/runtime/src/shared-environment.ts\`, \`apps/gateway/src/config.ts\`, \`apps/worker/src/config.ts\`) by \`node scripts/write-configuration.mjs\`.
`;

/** Empty where any text will do. */
function valuesOf({ type, enum: choices, minimum, maximum }) {
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'array') return 'a list';
  if (type === 'string') return '';
  const grouped = (value) => value.toLocaleString('en-US');
  return maximum === undefined ? `≥ ${grouped(minimum)}` : `${grouped(minimum)}–${grouped(maximum)}`;
}

/** A list has spaces, so that it may break. */
function defaultOf({ default: value }) {
  if (value === undefined || value.length === 0) return '';
  return `\`${Array.isArray(value) ? value.join(', ') : value}\``;
}

/** As a sentence, with documents as links: an error of the configuration names them by their path. */
function meaningOf({ description, writeOnly }) {
  const linked = description.replaceAll(/docs\/([\w-]+)\.md/g, '[$1]($1.md)');
  return `${linked.charAt(0).toUpperCase()}${linked.slice(1)}${writeOnly ? '; secret' : ''}.`;
}

function table(names, { properties, required = [] }) {
  const rows = names.map((name) => {
    const property = properties[name];
    const labelled = [
      ['Values', valuesOf(property)],
      ['Default', defaultOf(property)],
    ];
    const facts = labelled.filter(([, fact]) => fact !== '').map(([label, fact]) => `${label}: ${fact}.`);
    const cell = [meaningOf(property), ...(required.includes(name) ? ['**Required.**'] : []), ...facts];
    return `| \`${name}\` | ${cell.join(' ')} |`;
  });
  return ['| Variable | Meaning |', '|---|---|', ...rows].join('\n');
}

function render() {
  const [gateway, worker] = [GATEWAY_ENVIRONMENT, WORKER_ENVIRONMENT].map(({ properties }) => Object.keys(properties));
  const both = gateway.filter((name) => worker.includes(name));
  const only = (own) => own.filter((name) => !both.includes(name));
  const sections = [
    ['Gateway and worker', table(both, GATEWAY_ENVIRONMENT)],
    ['Gateway', table(only(gateway), GATEWAY_ENVIRONMENT)],
    ['Worker', table(only(worker), WORKER_ENVIRONMENT)],
  ];
  return [HEAD, ...sections.map(([title, rows]) => `## ${title}\n\n${rows}\n`)].join('\n');
}

const text = render();
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('docs/configuration.md is out of date: npx tsc -b && node scripts/write-configuration.mjs\n');
  process.exitCode = 1;
}
