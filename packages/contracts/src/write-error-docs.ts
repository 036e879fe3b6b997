import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderErrorDocs } from './error-docs';

// Run by `pnpm --filter @drape/contracts docs` after a build.
const folder = join(__dirname, '../../../docs');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'errors.md'), renderErrorDocs());
