// Compares two states of the database schema with Prisma's own engine compiled to WebAssembly, and prints the SQL that leads from
// the first to the second; nothing = no drift. It needs no download and no shadow database.
//   DATABASE_URL=… node packages/db/scripts/schema-diff.mjs empty    → the whole schema as one migration
//   DATABASE_URL=… node packages/db/scripts/schema-diff.mjs database → what a migrated database lacks of prisma/schema.prisma
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';

const schemaPath = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'prisma', 'schema.prisma');
const CHAR_OID = 18;
const TEXT_OID = 25;
const filters = { externalTables: [], externalEnums: [] };

/** SQL that leads from `from` ('empty' or 'database', then at `url`) to prisma/schema.prisma. */
export async function schemaDiff({ from, url }) {
  const engineModule = await loadEngine();
  const files = [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }];
  const adapters = trackedAdapters(url);
  const engine = await engineModule.SchemaEngine.new(
    { datamodels: [[schemaPath, files[0].content]] },
    () => {},
    adapters.factory,
  );
  try {
    const start =
      from === 'empty' ? { tag: 'empty' } : { tag: 'schemaDatasource', files, configDir: dirname(schemaPath) };
    const target = { tag: 'schemaDatamodel', files };
    const diff = await engine.diff({ from: start, to: target, script: true, exitCode: null, filters });
    return (diff.stdout ?? '').trim();
  } finally {
    engine.free();
    await adapters.dispose();
  }
}

async function loadEngine() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) };
  const require = createRequire(import.meta.url);
  const gluePath = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const glue = await import(pathToFileURL(gluePath).href);
  const bytes = readFileSync(gluePath.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** The adapter of pg with two repairs that the engine needs: scripts go as one query, and columns of type "char" (18) are characters. */
function trackedAdapters(url) {
  const opened = [];
  const inner = new PrismaPg({ connectionString: url, max: 1 });
  const connect = async () => {
    const adapter = await inner.connect();
    adapter.executeScript = async (script) => void (await adapter.underlyingDriver().query(script));
    repairCharacterColumns(adapter);
    opened.push(adapter);
    return adapter;
  };
  const factory = { provider: inner.provider, adapterName: inner.adapterName, connect, connectToShadowDb: connect };
  const dispose = async () => {
    for (const adapter of opened) await adapter.dispose().catch(() => undefined);
  };
  return { factory: bindMigrationAwareSqlAdapterFactory(factory), dispose };
}

/** The engine insists on characters where the catalogue has columns of type "char"; the adapter calls them text. */
function repairCharacterColumns(adapter) {
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  let fields = [];
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    fields = result.fields.map((field) => field.dataTypeID);
    for (const field of result.fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const columnTypes = result.columnTypes.map((type, i) => (fields[i] === CHAR_OID ? ColumnTypeEnum.Character : type));
    return { ...result, columnTypes };
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const from = process.argv[2] ?? 'database';
  process.stdout.write(`${await schemaDiff({ from, url: process.env['DATABASE_URL'] })}\n`);
}
