/** Migrates the database and makes the bucket, then ends: the one-shot service of compose.yaml, an init job elsewhere. */
import { createRequire } from 'node:module';

const require = createRequire(new URL('../apps/gateway/package.json', import.meta.url));
const { migrate } = require('@drape/db');
const { createObjectStore } = require('@drape/storage');
const { env } = process;

const { applied } = await migrate(env.DATABASE_URL);
process.stdout.write(`${JSON.stringify({ msg: 'migrated', applied })}\n`);

const store = createObjectStore({
  ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
  region: env.S3_REGION ?? 'us-east-1',
  bucket: env.S3_BUCKET ?? 'drape',
  accessKeyId: env.S3_ACCESS_KEY_ID,
  secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  forcePathStyle: env.S3_FORCE_PATH_STYLE !== 'false',
  checksums: env.S3_CHECKSUMS ?? 'when_required',
});
await store.ensureBucket();
process.stdout.write(`${JSON.stringify({ msg: 'bucket ready', bucket: env.S3_BUCKET ?? 'drape' })}\n`);
process.exit(0);
