// Generates the Prisma client into packages/db/src/generated. Works offline: `generate` never runs the schema engine, but
// Prisma would download it all the same, so that it is pointed at a stub that refuses loudly. A no-op when nothing changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const schemaFile = join(root, 'prisma', 'schema.prisma');
const outputDir = join(here, '..', 'src', 'generated');
const stampFile = join(outputDir, '.schema-hash');

const require = createRequire(join(root, 'package.json'));
const prismaPackage = require.resolve('prisma/package.json');
const version = JSON.parse(readFileSync(prismaPackage, 'utf8')).version;
const inputs = [schemaFile, fileURLToPath(import.meta.url)].map((file) => readFileSync(file));
const wanted = inputs.reduce((hash, input) => hash.update(input), createHash('sha256').update(version)).digest('hex');

if (existsSync(join(outputDir, 'client.ts')) && readStamp() === wanted) process.exit(0);

const result = spawnSync(process.execPath, [join(dirname(prismaPackage), 'build', 'index.js'), 'generate'], {
  cwd: root,
  encoding: 'utf8',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: join(here, 'no-schema-engine.sh'),
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
});
if (result.status !== 0) {
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}\nprisma generate failed; see the message above\n`);
  process.exit(1);
}
loadAtOnce(join(outputDir, 'internal', 'class.ts'));
mkdirSync(outputDir, { recursive: true });
writeFileSync(stampFile, wanted);

/**
 * The CommonJS client still loads its query compiler by a dynamic import, which jest's sandbox refuses without a flag of Node's;
 * the same files can be required.
 */
function loadAtOnce(file) {
  const source = readFileSync(file, 'utf8');
  if (!source.includes('await import(')) throw new Error(`${file} has no dynamic import any more: loadAtOnce can go`);
  writeFileSync(file, source.replaceAll('await import(', 'require('));
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
}
