#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import { prepareModels } from './prepare/prepare-models';
import { ARTIFACTS_DIR, MANIFEST_FILE, readManifest } from './read-manifest';

const USAGE = `usage: pnpm models [options]
  --out <folder>       where the model files go (default: DRAPE_MODELS_DIR, else packages/models/artifacts)
  --self-test          run every network on a known input and compare its answer
  --provider <name>    of the self-test: cpu (default), cuda or webgpu
  --repin              (developers) pin what is built now in the manifest; run pnpm format after it`;

/**
 * Prepares the models; exit status 0 if all files are in place and correct, 1 with one sentence otherwise. Code that runs networks is
 * loaded only when needed, so checking complete files takes a fifth of a second.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      'self-test': { type: 'boolean', default: false },
      provider: { type: 'string', default: 'cpu' },
      repin: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(USAGE);
  const artifactsDir = values.out ?? process.env['DRAPE_MODELS_DIR'] ?? ARTIFACTS_DIR;
  if (values.repin) {
    const { repin } = await import('./prepare/repin.js');
    writeFileSync(MANIFEST_FILE, await repin(readManifest(), MANIFEST_FILE, say));
  }
  const manifest = readManifest();
  const made = await prepareModels({ manifest, manifestFile: MANIFEST_FILE, artifactsDir, onProgress: say });
  say(made.length === 0 ? `models are in place: ${artifactsDir}` : `models are ready: ${artifactsDir}`);
  if (!values['self-test']) return;
  const { selfTest } = await import('./self-test.js');
  await selfTest(manifest, artifactsDir, providerOf(values.provider), say);
}

function providerOf(name: string): 'cpu' | 'cuda' | 'webgpu' {
  if (name === 'cpu' || name === 'cuda' || name === 'webgpu') return name;
  throw new Error(`--provider must be cpu, cuda or webgpu, got ${name}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`pnpm models: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
